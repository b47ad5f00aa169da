package org.underbase.analysis.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Exact history of the bytes of one file: how often and when last each was read, and by which I/O it was accessed. It is a
 * piecewise constant function of the offset, in nodes of at most {@value #NODE} segments. Memory: about 30 bytes per segment.
 *
 * <p>Accesses must be added in the order of time. Therefore the time of the last read in a node is that of its last update.
 */
public final class RangeHistory {
    /** Bits of the kinds of I/O that accessed a byte. */
    public static final int CORE_READ = 1;

    public static final int OTHER_READ = 2;
    public static final int CORE_WRITE = 4;
    public static final int OTHER_WRITE = 8;
    public static final int READ = CORE_READ | OTHER_READ;
    public static final int WRITE = CORE_WRITE | OTHER_WRITE;

    /** Time of the last read of bytes that were never read. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final int NODE = 128;

    private final TreeMap<Long, Node> nodes = new TreeMap<>();
    private final List<Closed> closed = new ArrayList<>();
    private long latest = NEVER;

    /** Receiver of bytes with one history. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives bytes.
         *
         * @param bytes number of bytes
         * @param reads how often each was read
         * @param io kinds of I/O that accessed them
         * @param live whether they are in the file, not truncated
         */
        void add(long bytes, long reads, int io, boolean live);
    }

    /** Receiver of the times at which the parts of a range were read last. */
    @FunctionalInterface
    public interface Times {
        /** Receives the number of bytes with one time of the last read. */
        void add(long bytes, long lastNanos);
    }

    private record Closed(long bytes, long reads, int io) {}

    /** Segments from {@code start[i]} to the start of the next one. */
    private static final class Node {
        private final long[] start = new long[NODE];
        private final long[] reads = new long[NODE];
        private final long[] last = new long[NODE];
        private final byte[] io = new byte[NODE];
        private int size;
        private long max = NEVER;

        /** Returns the index of the segment that contains an offset. */
        private int find(long offset) {
            int i = Arrays.binarySearch(start, 0, size, offset);
            return i >= 0 ? i : -i - 2;
        }

        private long lastRead(long from, long to) {
            long found = NEVER;
            for (int i = Math.max(0, find(from)); i < size && start[i] < to; i++) {
                found = Math.max(found, last[i]);
            }
            return found;
        }

        private void lastReads(long from, long to, long end, Times sink) {
            for (int i = Math.max(0, find(from)); i < size && start[i] < to; i++) {
                long segmentEnd = i + 1 < size ? start[i + 1] : end;
                sink.add(Math.min(to, segmentEnd) - Math.max(from, start[i]), last[i]);
            }
        }

        private void insert(int at) {
            System.arraycopy(start, at, start, at + 1, size - at);
            System.arraycopy(reads, at, reads, at + 1, size - at);
            System.arraycopy(last, at, last, at + 1, size - at);
            System.arraycopy(io, at, io, at + 1, size - at);
            size++;
        }

        private void remove(int from, int to) {
            System.arraycopy(start, to, start, from, size - to);
            System.arraycopy(reads, to, reads, from, size - to);
            System.arraycopy(last, to, last, from, size - to);
            System.arraycopy(io, to, io, from, size - to);
            size -= to - from;
        }

        private Node split() {
            Node right = new Node();
            int half = size / 2;
            right.size = size - half;
            System.arraycopy(start, half, right.start, 0, right.size);
            System.arraycopy(reads, half, right.reads, 0, right.size);
            System.arraycopy(last, half, right.last, 0, right.size);
            System.arraycopy(io, half, right.io, 0, right.size);
            size = half;
            findMax();
            right.findMax();
            return right;
        }

        private void findMax() {
            max = NEVER;
            for (int i = 0; i < size; i++) {
                max = Math.max(max, last[i]);
            }
        }

        /** Joins equal neighbors from the segment before a range of segments to the one after it. */
        private void merge(int from, int to) {
            int kept = Math.max(0, from - 1);
            int end = Math.min(size, to + 1);
            for (int i = kept + 1; i < end; i++) {
                if (!same(kept, i)) {
                    kept++;
                    if (kept != i) {
                        start[kept] = start[i];
                        reads[kept] = reads[i];
                        last[kept] = last[i];
                        io[kept] = io[i];
                    }
                }
            }
            if (kept + 1 < end) {
                remove(kept + 1, end);
            }
        }

        private boolean same(int a, int b) {
            return reads[a] == reads[b] && last[a] == last[b] && io[a] == io[b];
        }
    }

    /** Creates the history of a file that no call has accessed. */
    public RangeHistory() {
        clear();
    }

    private void clear() {
        nodes.clear();
        Node node = new Node();
        node.last[0] = NEVER;
        node.size = 1;
        nodes.put(0L, node);
    }

    /** Returns the time of the last read; {@link #NEVER} without one. */
    public long lastRead() {
        return latest;
    }

    /** Returns the time of the last read that returned one of the bytes in a range; {@link #NEVER} without one. */
    public long lastRead(long from, long to) {
        long found = NEVER;
        Node node = null;
        for (Node following : nodes.tailMap(nodes.floorKey(from), true).values()) {
            if (node != null && node.max > found) {
                boolean inside = node.start[0] >= from && following.start[0] <= to;
                found = inside ? node.max : Math.max(found, node.lastRead(from, to));
            }
            if (following.start[0] >= to) {
                return found;
            }
            node = following;
        }
        return node == null ? found : Math.max(found, node.lastRead(from, to));
    }

    /** Passes the times at which the bytes of a range were read last. */
    public void lastReads(long from, long to, Times sink) {
        Node node = null;
        for (Node following : nodes.tailMap(nodes.floorKey(from), true).values()) {
            if (node != null) {
                node.lastReads(from, to, following.start[0], sink);
            }
            if (following.start[0] >= to) {
                return;
            }
            node = following;
        }
        if (node != null) {
            node.lastReads(from, to, Long.MAX_VALUE, sink);
        }
    }

    /** Adds a read of a range. */
    public void read(long from, long to, boolean core, long nanos) {
        update(from, to, core ? CORE_READ : OTHER_READ, nanos);
    }

    /** Adds a write of a range. */
    public void write(long from, long to, boolean core) {
        update(from, to, core ? CORE_WRITE : OTHER_WRITE, NEVER);
    }

    /** Removes the bytes from a length on; bytes at their offsets are new ones. */
    public void truncate(long length) {
        boundary(length);
        for (Map.Entry<Long, Node> entry = nodes.floorEntry(length); entry != null; ) {
            Map.Entry<Long, Node> following = nodes.higherEntry(entry.getKey());
            long end = following == null ? Long.MAX_VALUE : following.getKey();
            Node node = entry.getValue();
            for (int i = Math.max(0, node.find(length)); i < node.size; i++) {
                if (node.start[i] >= length && node.io[i] != 0) {
                    long segmentEnd = i + 1 < node.size ? node.start[i + 1] : end;
                    closed.add(new Closed(segmentEnd - node.start[i], node.reads[i], node.io[i]));
                    node.reads[i] = 0;
                    node.last[i] = NEVER;
                    node.io[i] = 0;
                }
            }
            node.findMax();
            entry = following;
        }
    }

    /** Passes all bytes that an access touched. */
    public void forEach(Sink sink) {
        closed.forEach(segment -> sink.add(segment.bytes, segment.reads, segment.io, false));
        for (Map.Entry<Long, Node> entry = nodes.firstEntry(); entry != null; ) {
            Map.Entry<Long, Node> following = nodes.higherEntry(entry.getKey());
            long end = following == null ? Long.MAX_VALUE : following.getKey();
            Node node = entry.getValue();
            for (int i = 0; i < node.size; i++) {
                if (node.io[i] != 0) {
                    long segmentEnd = i + 1 < node.size ? node.start[i + 1] : end;
                    sink.add(segmentEnd - node.start[i], node.reads[i], node.io[i], true);
                }
            }
            entry = following;
        }
    }

    private void update(long from, long to, int kind, long nanos) {
        boundary(from);
        boundary(to);
        boolean reads = (kind & READ) != 0;
        latest = reads ? nanos : latest;
        for (Node node : nodes.subMap(nodes.floorKey(from), true, to, false).values()) {
            int first = Math.max(0, node.find(from));
            int i = first;
            for (; i < node.size && node.start[i] < to; i++) {
                node.io[i] |= (byte) kind;
                if (reads) {
                    node.reads[i]++;
                    node.last[i] = nanos;
                    node.max = nanos;
                }
            }
            node.merge(first, i);
        }
    }

    /** Lets a segment begin at an offset. */
    private void boundary(long offset) {
        Node node = nodes.floorEntry(offset).getValue();
        int i = node.find(offset);
        if (node.start[i] == offset) {
            return;
        }
        if (node.size == NODE) {
            Node right = node.split();
            nodes.put(right.start[0], right);
            boundary(offset);
            return;
        }
        node.insert(i + 1);
        node.start[i + 1] = offset;
        node.reads[i + 1] = node.reads[i];
        node.last[i + 1] = node.last[i];
        node.io[i + 1] = node.io[i];
    }
}
