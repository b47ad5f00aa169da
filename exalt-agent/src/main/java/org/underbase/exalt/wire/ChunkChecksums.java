package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Checksums that HDFS sends before the data of a packet: big-endian CRC-32C (RFC 3720) of each chunk. The checksums of some thousand
 * recent runs are cached, because emulated processes need them at each socket on a packet's way. Immutable.
 */
final class ChunkChecksums {
    /** Maximum length of a run, in bytes: the maximum packet size of HDFS. Longer runs would need megabytes of checksums. */
    static final int LONGEST_RUN = 16 << 20;

    private static final int SLOTS = 1 << 11;
    /** Maximum number of cached checksums per run, so that the cache takes at most 4 MB: a packet of 256 kB with chunks of 512 bytes. */
    private static final int KEPT = 2 << 10;

    private static final int AT_ONCE = 8 << 10;
    private static final int MIXER = 0x9E3779B9;

    /** Racy on purpose: a lost or late update only causes checksums to be computed again, and entries are immutable. */
    private static final ChunkChecksums[] RECENT = new ChunkChecksums[SLOTS];

    private final Run run;
    private final int chunk;
    private final byte[] bytes;

    private ChunkChecksums(Run run, int chunk, byte[] bytes) {
        this.run = run;
        this.chunk = chunk;
        this.bytes = bytes;
    }

    /** Returns the size of the checksums of a run, in bytes. */
    static int lengthOf(int run, int chunk) {
        return (((run - 1) >>> chunk) + 1) * Integer.BYTES;
    }

    /** Computes or finds the checksums of a run that is not longer than the maximum and has no hash. */
    static ChunkChecksums of(Run run, int chunk) {
        int slot = ((run.marker() + run.length() + chunk) * MIXER)
                >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
        ChunkChecksums found = RECENT[slot];
        if (found != null && found.chunk == chunk && found.run.equals(run)) {
            return found;
        }
        int size = 1 << chunk;
        ByteBuffer made = ByteBuffer.allocate(lengthOf(run.length(), chunk));
        for (int from = 0; from < run.length(); from += size) {
            made.putInt(sum(run, from, Math.min(size, run.length() - from)));
        }
        ChunkChecksums result = new ChunkChecksums(run, chunk, made.array());
        if (result.bytes.length <= KEPT) {
            RECENT[slot] = result;
        }
        return result;
    }

    /** Computes the checksum of a part of a run. */
    static int sum(Run run, int from, int count) {
        byte[] bytes = new byte[Math.min(count, AT_ONCE)];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        CRC32C sum = new CRC32C();
        for (int done = 0; done < count; done += bytes.length) {
            int some = Math.min(bytes.length, count - done);
            run.expand(from + done, buffer.clear(), some);
            sum.update(bytes, 0, some);
        }
        return (int) sum.getValue();
    }

    int length() {
        return bytes.length;
    }

    /** Returns whether a buffer contains these checksums. */
    boolean areAt(ByteBuffer buffer, int index) {
        return buffer.slice(index, bytes.length).equals(ByteBuffer.wrap(bytes));
    }

    /** Writes some checksums at the buffer's position, which advances. */
    void put(ByteBuffer into, int from, int count) {
        into.put(bytes, from, count);
    }
}
