package org.underbase.analysis.access;

import java.util.Arrays;

/**
 * How often the bytes of a file were accessed by one kind of I/O: the offsets at which that number changes. Ranges are
 * collected and sorted in batches, so that an access costs no search. Memory: 16 bytes per offset and per range of a batch.
 */
final class Coverage {
    private static final int BATCH = 1 << 16;
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

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
        sort(starts, ranges);
        sort(ends, ranges);
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

    /** Sorts offsets, many of them digit by digit: a comparison for each of their bits would cost more than all else. */
    private static void sort(long[] values, int size) {
        if (size < DIGITS) {
            Arrays.sort(values, 0, size);
            return;
        }
        long[] from = values;
        long[] to = new long[size];
        long largest = Arrays.stream(values, 0, size).max().orElse(0);
        for (int shift = 0; shift < Long.SIZE && largest >>> shift != 0; shift += DIGIT_BITS) {
            int[] places = new int[DIGITS + 1];
            for (int i = 0; i < size; i++) {
                places[digit(from[i], shift) + 1]++;
            }
            for (int digit = 0; digit < DIGITS; digit++) {
                places[digit + 1] += places[digit];
            }
            for (int i = 0; i < size; i++) {
                to[places[digit(from[i], shift)]++] = from[i];
            }
            long[] sorted = to;
            to = from;
            from = sorted;
        }
        System.arraycopy(from, 0, values, 0, size);
    }

    private static int digit(long value, int shift) {
        return (int) (value >>> shift) & (DIGITS - 1);
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
