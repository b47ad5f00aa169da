package org.underbase.analysis.locality;

import java.util.Arrays;
import org.underbase.analysis.access.LastReads;

/** Recency of the earlier reads that are near a read. Mutable and reused. */
final class Reuse implements LastReads.Times {
    private static final long[] DISTANCES = LocalityPartial.DISTANCES;

    /** Recency of the last read within each distance; -1 without one. */
    final int[] recency = new int[DISTANCES.length];
    /** Bytes of the read that an earlier read returned, too, by recency. */
    final long[] covered = new long[Recency.COUNT];
    /** One bit per recency with covered bytes. */
    int points;

    private final long[] found = new long[DISTANCES.length];
    private long nanos;

    /**
     * Finds the earlier reads.
     *
     * @param follows whether an adjacent read of the same moment is not in the history
     */
    void find(LastReads before, long from, long to, long at, boolean follows) {
        nanos = at;
        points = 0;
        Arrays.fill(found, LastReads.NEVER);
        if (before.latest() != LastReads.NEVER) {
            before.forEach(from, to, this);
        }
        if (follows) {
            Arrays.fill(found, 1, found.length, nanos);
        } else if (before.latest() != LastReads.NEVER) {
            // A read is at most as recent as the last one of the file.
            long enough = nanos - Recency.NANOS[Recency.atLeast(nanos - before.latest())];
            before.near(from, to, DISTANCES, enough, found);
        }
        for (int i = 0; i < found.length; i++) {
            recency[i] = found[i] == LastReads.NEVER ? -1 : Recency.atLeast(nanos - found[i]);
        }
    }

    @Override
    public void add(long bytes, long lastNanos) {
        if (lastNanos != LastReads.NEVER) {
            found[0] = Math.max(found[0], lastNanos);
            int at = Recency.atLeast(nanos - lastNanos);
            covered[at] = bytes + ((points & (1 << at)) == 0 ? 0 : covered[at]);
            points |= 1 << at;
        }
    }
}
