package org.underbase.analysis.access;

import java.util.Arrays;

/**
 * How often the bytes of a file were accessed by one kind of I/O: the offsets at which that number changes. Ranges are
 * collected and sorted in batches, so that an access costs no search. Memory: 16 bytes per offset and per range of a batch.
 */
final class Coverage {
    private static final int BATCH = 1 << 16;

    private long[] starts = new long[4];
    private long[] ends = new long[4];
    private int ranges;
    private long[] offsets = {};
    private long[] changes = {};
    private int size;

    // Position of a sweep.
    private int next;
    private long count;

    void add(long from, long to) {
        if (ranges > 0 && ends[ranges - 1] == from) {
            ends[ranges - 1] = to;
            return;
        }
        if (ranges == starts.length && ranges >= Math.max(BATCH, size / 2)) {
            sort();
        } else if (ranges == starts.length) {
            starts = Arrays.copyOf(starts, 2 * ranges);
            ends = Arrays.copyOf(ends, 2 * ranges);
        }
        starts[ranges] = from;
        ends[ranges++] = to;
    }

    /** Adds the collected ranges to the changes. */
    private void sort() {
        Arrays.sort(starts, 0, ranges);
        Arrays.sort(ends, 0, ranges);
        long[] merged = new long[size + 2 * ranges];
        long[] sums = new long[merged.length];
        int length = 0;
        int start = 0;
        int end = 0;
        int old = 0;
        while (end < ranges || old < size) {
            long offset = old < size ? offsets[old] : Long.MAX_VALUE;
            offset = start < ranges ? Math.min(offset, starts[start]) : offset;
            offset = end < ranges ? Math.min(offset, ends[end]) : offset;
            long sum = old < size && offsets[old] == offset ? changes[old++] : 0;
            for (; start < ranges && starts[start] == offset; start++) {
                sum++;
            }
            for (; end < ranges && ends[end] == offset; end++) {
                sum--;
            }
            if (sum != 0) {
                merged[length] = offset;
                sums[length++] = sum;
            }
        }
        offsets = merged;
        changes = sums;
        size = length;
        ranges = 0;
    }

    /** Begins a sweep over the offsets at which the number changes. */
    void begin() {
        sort();
        next = 0;
        count = 0;
    }

    /** Returns the next offset at which the number changes. */
    long next() {
        return next < size ? offsets[next] : Long.MAX_VALUE;
    }

    /** Returns how often the bytes before that offset were accessed. */
    long count() {
        return count;
    }

    /** Passes an offset. */
    void pass(long offset) {
        if (next() == offset) {
            count += changes[next++];
        }
    }

    /** Removes the accesses to bytes from a length on. */
    void truncate(long length) {
        sort();
        long open = 0;
        int kept = 0;
        for (; kept < size && offsets[kept] < length; kept++) {
            open += changes[kept];
        }
        if (open > 0) {
            offsets[kept] = length;
            changes[kept++] = -open;
        }
        size = kept;
    }
}
