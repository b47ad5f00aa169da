package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksums that HDFS puts before the data of a packet: the CRC-32C (RFC 3720) of each chunk, the highest byte first. Those of the last
 * some thousand runs are kept: in emulated processes they are wanted at each socket on a packet's way. Immutable.
 */
final class Sums {
    /** HDFS takes no larger packets. Of a run in a frame as long as its length can tell they would be megabytes. */
    static final int LONGEST_RUN = 16 << 20;

    private static final int SLOTS = 1 << 11;
    /** More are not kept, so that all that are take 4 MB at most: this is a packet of 256 kB with HDFS's chunks of 512 bytes. */
    private static final int KEPT = 2 << 10;

    private static final int AT_ONCE = 8 << 10;
    private static final int MIXER = 0x9E3779B9;

    /** Each is made again at worst, for what another thread has put is seen late or not: it is whole where it is seen. */
    private static final Sums[] RECENT = new Sums[SLOTS];

    private final Run run;
    private final int chunk;
    private final byte[] bytes;

    private Sums(Run run, int chunk, byte[] bytes) {
        this.run = run;
        this.chunk = chunk;
        this.bytes = bytes;
    }

    /** How many bytes they are for a run of that length, and chunks that are that power of two large. */
    static int lengthOf(int run, int chunk) {
        return (((run - 1) >>> chunk) + 1) * Integer.BYTES;
    }

    /** Those of a run that is no longer than the longest, and has no hash. */
    static Sums of(Run run, int chunk) {
        int slot = ((run.marker() + run.length() + chunk) * MIXER)
                >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
        Sums found = RECENT[slot];
        if (found != null && found.chunk == chunk && found.run.equals(run)) {
            return found;
        }
        int size = 1 << chunk;
        ByteBuffer made = ByteBuffer.allocate(lengthOf(run.length(), chunk));
        for (int from = 0; from < run.length(); from += size) {
            made.putInt(sum(run, from, Math.min(size, run.length() - from)));
        }
        Sums result = new Sums(run, chunk, made.array());
        if (result.bytes.length <= KEPT) {
            RECENT[slot] = result;
        }
        return result;
    }

    /** The checksum of a part of a run. */
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

    /** Whether they are what the buffer has there. */
    boolean areAt(ByteBuffer buffer, int index) {
        return buffer.slice(index, bytes.length).equals(ByteBuffer.wrap(bytes));
    }

    /** Puts some of them at the buffer's position, which moves. */
    void put(ByteBuffer into, int from, int count) {
        into.put(bytes, from, count);
    }
}
