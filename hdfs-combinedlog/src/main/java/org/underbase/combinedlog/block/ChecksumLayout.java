package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.util.DataChecksum;

/**
 * Layout of a replica's checksum file: two bytes of version, five bytes of checksum type and chunk length, then one checksum
 * per chunk of the data. Thread-confined.
 *
 * @param checksum checksum type and chunk length
 */
record ChecksumLayout(DataChecksum checksum) {
    /** Length of the file's header, in bytes. */
    static final int HEADER = 7;

    private static final int VERSION_BYTES = 2;
    private static final int STRIDE_CHUNKS = 128;

    /** Reads the layout from a checksum file; empty if its header is missing or malformed. */
    static Optional<ChecksumLayout> of(ReplicaFiles files) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        files.readMeta(header, 0);
        if (header.hasRemaining() || header.getShort(0) != 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ChecksumLayout(DataChecksum.newDataChecksum(header.array(), VERSION_BYTES)));
        } catch (IOException | RuntimeException e) {
            // A power failure can leave a header of zeros or random bytes.
            return Optional.empty();
        }
    }

    int chunk() {
        return checksum.getBytesPerChecksum();
    }

    /** Returns the start of the chunk that contains an offset. */
    long floor(long position) {
        return position - position % chunk();
    }

    /** Returns the offset of a chunk's checksum in the checksum file. */
    long metaOffset(long chunkStart) {
        return HEADER + chunkStart / chunk() * checksum.getChecksumSize();
    }

    /** Returns the length of the checksum file for the given data length. */
    long metaLength(long dataLength) {
        return HEADER + (dataLength + chunk() - 1) / chunk() * checksum.getChecksumSize();
    }

    /** Computes the checksums of data that starts at a chunk. */
    ByteBuffer sums(ByteBuffer data) throws IOException {
        byte[] chunk = new byte[chunk()];
        int size = checksum.getChecksumSize();
        int count = (data.remaining() + chunk() - 1) / chunk();
        byte[] sums = new byte[count * size];
        ByteBuffer in = data.duplicate();
        for (int i = 0; i < count; i++) {
            int length = Math.min(chunk(), in.remaining());
            in.get(chunk, 0, length);
            checksum.reset();
            checksum.update(chunk, 0, length);
            if (size > 0) {
                checksum.writeValue(sums, i * size, true);
            }
        }
        return ByteBuffer.wrap(sums);
    }

    /** Whether a replica's data matches its checksums from a chunk's start to the end. */
    boolean verifies(ReplicaFiles files, long from) throws IOException {
        return files.metaLength() >= metaLength(files.dataLength()) && verified(files, from) == files.dataLength();
    }

    /** Returns how far a replica's data matches its checksums, from a chunk's start: the length, or a chunk's start. */
    long verified(ReplicaFiles files, long from) throws IOException {
        long length = files.dataLength();
        int size = checksum.getChecksumSize();
        for (long at = from; at < length; ) {
            int count = (int) Math.min((long) STRIDE_CHUNKS * chunk(), length - at);
            ByteBuffer data = ByteBuffer.allocate(count);
            files.readData(data, at);
            ByteBuffer sums = sums(data.flip());
            ByteBuffer stored = ByteBuffer.allocate(sums.remaining());
            files.readMeta(stored, metaOffset(at));
            int same = stored.flip().mismatch(sums);
            if (same >= 0) {
                return at + (long) (same / size) * chunk();
            }
            at += count;
        }
        return Math.max(from, length);
    }
}
