package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.util.DataChecksum;

/**
 * How a replica's checksums lie in their file: a version of two bytes, the checksum's type and the chunk's length in five,
 * then one checksum for each chunk of the data.
 *
 * @param checksum type and chunk; not for use by two threads
 */
record ChecksumLayout(DataChecksum checksum) {
    /** Of the checksum file. */
    static final int HEADER = 7;

    private static final int VERSION_BYTES = 2;
    private static final int STRIDE_CHUNKS = 128;

    /** The layout that a checksum file tells; nothing where its header is not there or makes no sense. */
    static Optional<ChecksumLayout> of(ReplicaFiles files) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        files.readMeta(header, 0);
        if (header.hasRemaining() || header.getShort(0) != 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ChecksumLayout(DataChecksum.newDataChecksum(header.array(), VERSION_BYTES)));
        } catch (IOException | RuntimeException e) {
            // A header of zeros or of noise, as a power cut leaves it.
            return Optional.empty();
        }
    }

    int chunk() {
        return checksum.getBytesPerChecksum();
    }

    /** The start of the chunk that a place is in. */
    long floor(long position) {
        return position - position % chunk();
    }

    /** Where the checksum of the chunk that begins there lies. */
    long metaOffset(long chunkStart) {
        return HEADER + chunkStart / chunk() * checksum.getChecksumSize();
    }

    /** The length of the checksum file of so many bytes. */
    long metaLength(long dataLength) {
        return HEADER + (dataLength + chunk() - 1) / chunk() * checksum.getChecksumSize();
    }

    /** The checksums of data that begins with a chunk. */
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

    /** Whether the data of a replica fits its checksums from a chunk's start to its end. */
    boolean verifies(ReplicaFiles files, long from) throws IOException {
        return files.metaLength() >= metaLength(files.dataLength()) && verified(files, from) == files.dataLength();
    }

    /** How far the data of a replica fits its checksums from a chunk's start on: to its end, or to a chunk's start. */
    long verified(ReplicaFiles files, long from) throws IOException {
        long length = files.dataLength();
        int size = checksum.getChecksumSize();
        for (long at = from; at < length; ) {
            int count = (int) Math.min((long) STRIDE_CHUNKS * chunk(), length - at);
            ByteBuffer data = ByteBuffer.allocate(count);
            files.readData(data, at);
            ByteBuffer sums = sums(data.flip());
            ByteBuffer there = ByteBuffer.allocate(sums.remaining());
            files.readMeta(there, metaOffset(at));
            int same = there.flip().mismatch(sums);
            if (same >= 0) {
                return at + (long) (same / size) * chunk();
            }
            at += count;
        }
        return Math.max(from, length);
    }
}
