package org.underbase.combinedlog.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Format of a log file: a file header, then records. All numbers are big-endian; checksums are CRC32C. docs/combined-log.md
 * describes it.
 */
final class LogFormat {
    /** Length of the file header; headers start at multiples of it. */
    static final int FILE_HEADER = 64;

    static final int RECORD_HEADER = 40;
    /** Length of a resume record. */
    static final int RESUME_RECORD = RECORD_HEADER + Long.BYTES;
    /** The file header starts below this offset. Each crash during the creation moves it by one header. */
    static final int LAST_FILE_HEADER = 64 << 10;

    /** Magic of a record. */
    static final int RECORD_MAGIC = 0x554C5231; // ULR1

    /** Record of the application. */
    static final int DATA = 1;
    /** First record of a later writer, after the remains of the previous one, if any; the payload is the offset of these. */
    static final int RESUME = 2;

    private static final byte[] FILE_MAGIC = "UBRECLOG".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    /** Last byte of a file header. */
    private static final byte END = 1;
    /** Required features that this version supports. */
    private static final int KNOWN_FEATURES = 0;

    private LogFormat() {}

    /**
     * Identity of a log.
     *
     * @param id random ID
     * @param salt random number in all checksums of records, so that the payload of a record cannot pass as a record
     * @param offset offset of the file header
     */
    record Identity(UUID id, long salt, long offset) {
        static Identity create(long offset) {
            return new Identity(UUID.randomUUID(), new SecureRandom().nextLong(), offset);
        }

        long firstRecord() {
            return offset + FILE_HEADER;
        }
    }

    /**
     * Header of a record.
     *
     * @param payloadBytes length of the payload
     * @param type {@link #DATA}, {@link #RESUME} or a type of a later version
     * @param sequence number of the record; of the next data record for other types
     * @param offset offset of the header in the file
     * @param payloadCrc checksum of the payload
     */
    record Header(int payloadBytes, int type, long sequence, long offset, int payloadCrc) {
        long end() {
            return offset + RECORD_HEADER + payloadBytes;
        }

        boolean covers(byte[] payload, long salt) {
            return payloadCrc == crc(salt, payload, 0, payload.length);
        }
    }

    /** Encodes a file header. */
    static byte[] encode(Identity identity) {
        return encode(identity, VERSION, KNOWN_FEATURES);
    }

    static byte[] encode(Identity identity, int version, int requiredFeatures) {
        ByteBuffer header = ByteBuffer.allocate(FILE_HEADER);
        header.put(FILE_MAGIC).putInt(version).putInt(0);
        header.putLong(identity.id().getMostSignificantBits())
                .putLong(identity.id().getLeastSignificantBits())
                .putLong(identity.salt())
                .putLong(identity.offset())
                .putInt(requiredFeatures);
        // A part of a header, padded with zeros, must not pass as a header.
        header.put(FILE_HEADER - 1, END);
        header.putInt(12, crc(0, header.array(), 16, FILE_HEADER - 16));
        return header.array();
    }

    /**
     * Decodes a file header.
     *
     * @param bytes the header
     * @param offset offset of the header in the file
     * @param file name of the file, for messages
     * @return the identity; empty if the creation of the log was interrupted while it wrote this header
     * @throws IOException if the bytes are not the start of a log, or require a later version
     */
    static Optional<Identity> decodeFileHeader(byte[] bytes, long offset, String file) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        requirePartOfMagic(bytes, file);
        if (bytes.length < FILE_HEADER || header.getInt(12) != crc(0, bytes, 16, FILE_HEADER - 16)) {
            return Optional.empty();
        }
        int version = header.getInt(8);
        int unknown = header.getInt(48) & ~KNOWN_FEATURES;
        if (version != VERSION || unknown != 0) {
            throw new IOException("unsupported log " + file + ": version " + version + ", unknown required features 0x"
                    + Integer.toHexString(unknown) + "; use a later version of Underbase");
        }
        if (header.getLong(40) != offset) {
            return Optional.empty();
        }
        UUID id = new UUID(header.getLong(16), header.getLong(24));
        return Optional.of(new Identity(id, header.getLong(32), offset));
    }

    /** Checks that the bytes start with a beginning of the magic, followed by nothing or by zeros. */
    private static void requirePartOfMagic(byte[] bytes, String file) throws IOException {
        boolean ended = false;
        for (int i = 0; i < Math.min(bytes.length, FILE_MAGIC.length); i++) {
            ended |= bytes[i] == 0;
            if (bytes[i] != (ended ? 0 : FILE_MAGIC[i])) {
                throw new IOException("not a log: " + file + " does not start with the header of a log");
            }
        }
    }

    /** Allocates a data record and copies the payload; {@link #seal} completes it. */
    static byte[] allocate(ByteBuffer payload, long salt) {
        int length = payload.remaining();
        byte[] record = new byte[RECORD_HEADER + length];
        payload.duplicate().get(record, RECORD_HEADER, length);
        ByteBuffer.wrap(record).putInt(32, crc(salt, record, RECORD_HEADER, length));
        return record;
    }

    /** Completes the header of a record whose payload checksum is set. */
    static void seal(byte[] record, int type, LogPosition position, long salt) {
        ByteBuffer header = ByteBuffer.wrap(record);
        header.putInt(0, RECORD_MAGIC)
                .putInt(8, record.length - RECORD_HEADER)
                .putInt(12, type)
                .putLong(16, position.sequence())
                .putLong(24, position.offset());
        header.putInt(4, headerCrc(record, 0, salt));
    }

    /** Encodes the first record of a later writer. */
    static byte[] resume(LogPosition position, long skippedFrom, long salt) {
        byte[] record = allocate(ByteBuffer.allocate(Long.BYTES).putLong(0, skippedFrom), salt);
        seal(record, RESUME, position, salt);
        return record;
    }

    /**
     * Decodes the header of a record.
     *
     * @param bytes bytes of the file
     * @param index index of the header in the bytes
     * @param offset offset of the header in the file
     * @param salt salt of the log
     * @return the header; empty if it is invalid
     */
    static Optional<Header> decodeHeader(byte[] bytes, int index, long offset, long salt) {
        ByteBuffer header = ByteBuffer.wrap(bytes, index, RECORD_HEADER).slice();
        Header decoded = new Header(
                header.getInt(8), header.getInt(12), header.getLong(16), header.getLong(24), header.getInt(32));
        boolean valid = header.getInt(0) == RECORD_MAGIC
                && header.getInt(4) == headerCrc(bytes, index, salt)
                && decoded.offset() == offset
                && decoded.sequence() >= 0
                && decoded.payloadBytes() >= 0
                && decoded.payloadBytes() <= LogOptions.LARGEST_RECORD;
        return valid ? Optional.of(decoded) : Optional.empty();
    }

    private static int headerCrc(byte[] bytes, int index, long salt) {
        return crc(salt, bytes, index + 8, RECORD_HEADER - 8);
    }

    private static int crc(long salt, byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, salt));
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
