package org.underbase.analysis.locality;

import java.util.Arrays;

/** Times since an earlier read at which the locality map has a point. */
final class Recency {
    private static final long SECOND = 1_000_000_000L;
    static final long MINUTE = 60 * SECOND;
    static final long HALF_HOUR = 32 * MINUTE;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** The times in nanoseconds, ascending; the last one is longer than any trace. */
    static final long[] NANOS = {
        SECOND,
        2 * SECOND,
        4 * SECOND,
        8 * SECOND,
        15 * SECOND,
        30 * SECOND,
        MINUTE,
        2 * MINUTE,
        4 * MINUTE,
        8 * MINUTE,
        16 * MINUTE,
        HALF_HOUR,
        64 * MINUTE,
        2 * HOUR,
        4 * HOUR,
        8 * HOUR,
        16 * HOUR,
        DAY,
        2 * DAY,
        4 * DAY,
        8 * DAY,
        Long.MAX_VALUE
    };

    static final int COUNT = NANOS.length;

    /** Index of the first point that is at least the smallest number with a given number of bits; 0 for the bits of negative numbers. */
    private static final int[] FIRST = new int[Long.SIZE + 1];

    static {
        for (int bits = 1; bits < Long.SIZE; bits++) {
            int at = Arrays.binarySearch(NANOS, 1L << (bits - 1));
            FIRST[bits] = at >= 0 ? at : -at - 1;
        }
    }

    private Recency() {}

    /** Returns the index of the first point that is at least this time. */
    static int atLeast(long nanos) {
        int at = FIRST[Long.SIZE - Long.numberOfLeadingZeros(nanos)];
        while (NANOS[at] < nanos) {
            at++;
        }
        return at;
    }

    /** Returns the number of points that are at most this time. */
    static int atMost(long nanos) {
        int at = atLeast(nanos);
        return NANOS[at] == nanos ? at + 1 : at;
    }
}
