package org.underbase.analysis.access;

import java.util.Arrays;

/**
 * When the bytes of one file were read last. It is a piecewise constant function of the offset, in sorted leaves of at most
 * {@value #LEAF} segments. A read replaces the segments in its range by one, so that its cost does not depend on the number of
 * earlier reads. Memory: about 25 bytes per segment.
 *
 * <p>Reads must be added in the order of time. Therefore the latest read in a leaf is that of its last update.
 */
public final class LastReads {
    /** Time of the last read of bytes that were never read. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final int LEAF = 256;

    private long[] starts = {0};
    private Leaf[] leaves = {new Leaf(1)};
    private int size = 1;
    /** The leaf of the last search: the next one is often there. */
    private int near;

    private long latest = NEVER;

    /** Receiver of the times at which the parts of a range were read last. */
    @FunctionalInterface
    public interface Times {
        /** Receives the number of bytes with one time of the last read. */
        void add(long bytes, long lastNanos);
    }

    /** Segments from {@code start[i]} to the start of the next one. */
    private static final class Leaf {
        private long[] start;
        private long[] last;
        private int size;
        private long max = NEVER;

        private Leaf(int size) {
            this.size = size;
            start = new long[size];
            last = new long[size];
            Arrays.fill(last, NEVER);
        }

        private Leaf(Leaf of, int from, int to) {
            size = to - from;
            start = Arrays.copyOfRange(of.start, from, to);
            last = Arrays.copyOfRange(of.last, from, to);
            findMax();
        }

        private void findMax() {
            max = NEVER;
            for (int i = 0; i < size; i++) {
                max = Math.max(max, last[i]);
            }
        }

        private int find(long offset) {
            return floor(start, size, offset);
        }

        /** Replaces the segments in a range that lies in this leaf by one. */
        private void read(long from, long to, long end, long nanos) {
            int first = find(from);
            int next = first + 1;
            while (next < size && start[next] < to) {
                next++;
            }
            long before = last[next - 1];
            boolean splits = to < (next < size ? start[next] : end);
            int at = start[first] == from ? first : first + 1;
            move(next, splits ? at + 2 : at + 1);
            start[at] = from;
            last[at] = nanos;
            if (splits) {
                start[at + 1] = to;
                last[at + 1] = before;
            }
            max = nanos;
        }

        /** Moves the segments from an index on to another index. */
        private void move(int from, int to) {
            if (from == to) {
                return;
            }
            int resized = size + to - from;
            if (resized > start.length) {
                int capacity = Math.min(LEAF + 2, Math.max(8, 2 * resized));
                start = Arrays.copyOf(start, capacity);
                last = Arrays.copyOf(last, capacity);
            }
            System.arraycopy(start, from, start, to, size - from);
            System.arraycopy(last, from, last, to, size - from);
            size = resized;
        }
    }

    /** Returns a copy. */
    LastReads copy() {
        LastReads copy = new LastReads();
        copy.starts = Arrays.copyOf(starts, size);
        copy.leaves = new Leaf[size];
        for (int i = 0; i < size; i++) {
            copy.leaves[i] = new Leaf(leaves[i], 0, leaves[i].size);
        }
        copy.size = size;
        copy.latest = latest;
        return copy;
    }

    /** Returns the index of the largest start that is at most an offset; the first start is. */
    private static int floor(long[] starts, int size, long offset) {
        int at = 0;
        for (int left = size; left > 1; ) {
            int half = left >>> 1;
            at = starts[at + half] <= offset ? at + half : at;
            left -= half;
        }
        return at;
    }

    private int leaf(long offset) {
        if (starts[near] > offset || end(near) <= offset) {
            near = floor(starts, size, offset);
        }
        return near;
    }

    private long end(int leaf) {
        return leaf + 1 < size ? starts[leaf + 1] : Long.MAX_VALUE;
    }

    /** Returns the time of the last read; {@link #NEVER} without one. */
    public long latest() {
        return latest;
    }

    /** Passes the times at which the bytes of a range were read last. */
    public void forEach(long from, long to, Times sink) {
        for (int at = leaf(from); at < size && starts[at] < to; at++) {
            Leaf leaf = leaves[at];
            for (int i = leaf.find(from); i < leaf.size && leaf.start[i] < to; i++) {
                long segmentEnd = i + 1 < leaf.size ? leaf.start[i + 1] : end(at);
                sink.add(Math.min(to, segmentEnd) - Math.max(from, leaf.start[i]), leaf.last[i]);
            }
        }
    }

    /**
     * Finds the last read of a byte near a range.
     *
     * @param distances distances in bytes, ascending; the first one is 0
     * @param enough time such that a later read makes no difference
     * @param found contains the time of the last read in the range at index 0; receives the times within the other distances
     */
    public void near(long from, long to, long[] distances, long enough, long[] found) {
        int left = leaf(from);
        int i = leaves[left].find(from);
        int right = leaf(to - 1);
        int j = leaves[right].find(to - 1);
        long max = found[0];
        for (int k = 1; k < distances.length; k++) {
            // The first segment begins at 0, which is not above this limit.
            long low = Math.max(0, from - distances[k]);
            long high = to + distances[k];
            while (max < enough && leaves[left].start[i] > low) {
                if (i > 0) {
                    max = Math.max(max, leaves[left].last[--i]);
                } else {
                    left--;
                    boolean inside = starts[left] > low;
                    i = inside ? 0 : leaves[left].size - 1;
                    max = Math.max(max, inside ? leaves[left].max : leaves[left].last[i]);
                }
            }
            while (max < enough) {
                if (j + 1 < leaves[right].size) {
                    if (leaves[right].start[j + 1] >= high) {
                        break;
                    }
                    max = Math.max(max, leaves[right].last[++j]);
                } else if (end(right) >= high) {
                    break;
                } else {
                    right++;
                    boolean inside = end(right) <= high;
                    j = inside ? leaves[right].size - 1 : 0;
                    max = Math.max(max, inside ? leaves[right].max : leaves[right].last[0]);
                }
            }
            found[k] = max;
        }
    }

    /** Adds a read of a range that is not empty. */
    void read(long from, long to, long nanos) {
        latest = nanos;
        for (int at = leaf(from); at < size && starts[at] < to; at++) {
            Leaf leaf = leaves[at];
            leaf.read(Math.max(from, starts[at]), Math.min(to, end(at)), end(at), nanos);
            if (leaf.size > LEAF) {
                split(at);
            }
        }
    }

    private void split(int at) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            leaves = Arrays.copyOf(leaves, 2 * size);
        }
        Leaf leaf = leaves[at];
        System.arraycopy(starts, at + 1, starts, at + 2, size - at - 1);
        System.arraycopy(leaves, at + 1, leaves, at + 2, size - at - 1);
        leaves[at + 1] = new Leaf(leaf, leaf.size / 2, leaf.size);
        starts[at + 1] = leaves[at + 1].start[0];
        leaf.size /= 2;
        leaf.findMax();
        size++;
    }

    /** Forgets the reads of bytes from a length on; bytes at their offsets are new ones. */
    void truncate(long length) {
        size = leaf(length) + 1;
        Leaf leaf = leaves[size - 1];
        leaf.read(length, Long.MAX_VALUE, Long.MAX_VALUE, NEVER);
        leaf.findMax();
    }
}
