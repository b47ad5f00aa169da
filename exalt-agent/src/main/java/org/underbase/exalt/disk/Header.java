package org.underbase.exalt.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * First 64 bytes of a compressed file: magic, version and their CRC, then two slots with epoch, start of the log and CRC. The valid slot
 * with the higher epoch counts; the other one is written next. The first 16 bytes identify a compressed file.
 *
 * @param epoch number that is part of each checksum of the log, so that records of an older log are invalid
 * @param start start of the log, in bytes
 */
record Header(long epoch, long start) {
    static final int LENGTH = 64;

    private static final byte[] MAGIC = "UBTARDIS".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int PREFIX = 16;
    private static final int SLOT = 24;

    static Header first() {
        return new Header(1, LENGTH);
    }

    Header next(long newStart) {
        return new Header(epoch + 1, newStart);
    }

    /** Returns whether bytes start with the magic, in any version. */
    static boolean begins(Store store) throws IOException {
        byte[] magic = new byte[MAGIC.length];
        return store.read(ByteBuffer.wrap(magic), 0) == MAGIC.length && Arrays.equals(magic, MAGIC);
    }

    /** Reads the header of a file; empty if the file is not compressed. */
    static Optional<Header> read(Store store) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        store.read(bytes, 0);
        int length = bytes.position();
        if (length < PREFIX || !Arrays.equals(Arrays.copyOf(bytes.array(), MAGIC.length), MAGIC)) {
            return Optional.empty();
        }
        int version = bytes.getInt(MAGIC.length);
        if (crc(bytes, 0, PREFIX - Integer.BYTES) != bytes.getInt(PREFIX - Integer.BYTES)) {
            throw new CorruptFileException("invalid checksum of the header");
        }
        if (version != VERSION) {
            throw new CorruptFileException(
                    "unsupported version " + version + ": this release reads version " + VERSION);
        }
        Optional<Header> newest = Optional.empty();
        for (int at = PREFIX; at + SLOT <= length; at += SLOT) {
            Header slot = new Header(bytes.getLong(at), bytes.getLong(at + Long.BYTES));
            boolean valid = bytes.getInt(at + 2 * Long.BYTES) == crc(bytes, at, 2 * Long.BYTES);
            if (valid && (newest.isEmpty() || newest.get().epoch < slot.epoch)) {
                newest = Optional.of(slot);
            }
        }
        if (newest.isEmpty()) {
            throw new CorruptFileException("no valid slot in the header");
        }
        return newest;
    }

    /** Writes a complete header into a new file. */
    void create(Store store) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        bytes.put(MAGIC).putInt(VERSION);
        bytes.putInt(crc(bytes, 0, PREFIX - Integer.BYTES));
        bytes.put(slot());
        store.write(bytes.clear(), 0);
    }

    /** Overwrites the older slot. */
    void update(Store store) throws IOException {
        store.write(slot(), PREFIX + (epoch % 2 == 1 ? 0 : SLOT));
    }

    private ByteBuffer slot() {
        ByteBuffer bytes = ByteBuffer.allocate(SLOT);
        bytes.putLong(epoch).putLong(start);
        bytes.putInt(crc(bytes, 0, 2 * Long.BYTES));
        return bytes.clear();
    }

    private static int crc(ByteBuffer bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(from, length));
        return (int) crc.getValue();
    }
}
