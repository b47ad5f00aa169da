package org.underbase.combinedlog.block;

import java.io.EOFException;
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
    /** Maximum number of bytes that are read at once. */
    private static final int PIECE = 64 << 10;

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
        Sums sums = new Sums(data.remaining());
        sums.update(data.duplicate());
        return sums.finish();
    }

    /** Computes the checksums of a range of a replica's data that starts at a chunk, in pieces: clients choose the chunk size. */
    ByteBuffer sums(ReplicaFiles files, long from, long to) throws IOException {
        Sums sums = new Sums(to - from);
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, to - from));
        for (long at = from; at < to; at += piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE, to - at));
            files.readData(piece, at);
            if (piece.flip().remaining() == 0) {
                throw new EOFException("the data of a replica ends at " + at + " of " + to);
            }
            sums.update(piece.duplicate());
        }
        return sums.finish();
    }

    /** Checksums of consecutive chunks. */
    private final class Sums {
        private final byte[] sums;
        private final byte[] buffer;
        private int done;
        private int inChunk;

        Sums(long dataLength) {
            sums = new byte[Math.toIntExact(metaLength(dataLength) - HEADER)];
            buffer = new byte[(int) Math.min(PIECE, Math.min(chunk(), dataLength))];
            checksum.reset();
        }

        void update(ByteBuffer data) throws IOException {
            while (data.hasRemaining()) {
                int count = Math.min(buffer.length, Math.min(chunk() - inChunk, data.remaining()));
                data.get(buffer, 0, count);
                checksum.update(buffer, 0, count);
                inChunk += count;
                if (inChunk == chunk()) {
                    endChunk();
                }
            }
        }

        private void endChunk() throws IOException {
            int size = checksum.getChecksumSize();
            if (size > 0) {
                checksum.writeValue(sums, done * size, true);
            }
            done++;
            inChunk = 0;
        }

        ByteBuffer finish() throws IOException {
            if (inChunk > 0) {
                endChunk();
            }
            return ByteBuffer.wrap(sums);
        }
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
            long end = Math.min(length, at + Math.max(1, PIECE / chunk()) * (long) chunk());
            ByteBuffer sums = sums(files, at, end);
            ByteBuffer stored = ByteBuffer.allocate(sums.remaining());
            files.readMeta(stored, metaOffset(at));
            int same = stored.flip().mismatch(sums);
            if (same >= 0) {
                return at + (long) (same / size) * chunk();
            }
            at = end;
        }
        return Math.max(from, length);
    }
}
