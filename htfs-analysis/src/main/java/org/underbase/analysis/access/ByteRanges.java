package org.underbase.analysis.access;

import java.util.Map;
import java.util.TreeMap;

/** Set of bytes of a file, as ranges that neither overlap nor touch. */
public final class ByteRanges {
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Adds the bytes from an offset to another one. */
    public void add(long from, long to) {
        if (from >= to) {
            return;
        }
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        if (before != null && before.getValue() >= to) {
            return;
        }
        long start = from;
        long end = to;
        for (Map.Entry<Long, Long> range = ends.floorEntry(to);
                range != null && range.getValue() >= from;
                range = ends.floorEntry(to)) {
            start = Math.min(start, range.getKey());
            end = Math.max(end, range.getValue());
            ends.remove(range.getKey());
        }
        ends.put(start, end);
    }

    /** Adds the bytes of another set. */
    public void add(ByteRanges other) {
        other.ends.forEach(this::add);
    }

    /** Returns the number of bytes. */
    public long size() {
        long size = 0;
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            size += range.getValue() - range.getKey();
        }
        return size;
    }

    /** Returns the number of bytes that are in both sets. */
    public long common(ByteRanges other) {
        long common = 0;
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            Long first = other.ends.floorKey(range.getKey());
            for (Map.Entry<Long, Long> theirs : other.ends
                    .subMap(first == null ? range.getKey() : first, true, range.getValue(), false)
                    .entrySet()) {
                common += Math.max(
                        0, Math.min(range.getValue(), theirs.getValue()) - Math.max(range.getKey(), theirs.getKey()));
            }
        }
        return common;
    }
}
