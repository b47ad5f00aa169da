package org.underbase.exalt.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Index of a logical file: the latest extent of each part. Parts without an extent read as zeros. Not thread-safe. */
final class Extents {
    private final NavigableMap<Long, Extent> byOffset = new TreeMap<>();
    private long length;
    private long cost;

    /** Length of the logical file, in bytes. */
    long length() {
        return length;
    }

    /** Returns the size of a log with only these extents, in bytes. */
    long cost() {
        return cost;
    }

    List<Extent> all() {
        return List.copyOf(byOffset.values());
    }

    /** Returns the extents that overlap a range, in order. */
    List<Extent> between(long from, long to) {
        List<Extent> found = new ArrayList<>();
        Map.Entry<Long, Extent> before = byOffset.lowerEntry(from);
        if (before != null && before.getValue().end() > from) {
            found.add(before.getValue());
        }
        found.addAll(byOffset.subMap(from, to).values());
        return found;
    }

    /** Adds an extent; it replaces overlapped parts. */
    void put(Extent extent) {
        clear(extent.offset(), extent.end());
        Map.Entry<Long, Extent> before = byOffset.lowerEntry(extent.offset());
        Extent whole = extent;
        if (before != null && before.getValue().continues(extent)) {
            remove(before.getValue());
            whole = before.getValue().with(extent);
        }
        add(whole);
        length = Math.max(length, extent.end());
    }

    private void remove(Extent gone) {
        byOffset.remove(gone.offset());
        cost -= gone.cost();
    }

    private void add(Extent extent) {
        byOffset.put(extent.offset(), extent);
        cost += extent.cost();
    }

    private void clear(long from, long to) {
        for (Extent each : between(from, to)) {
            remove(each);
            if (each.offset() < from) {
                add(each.head(from - each.offset()));
            }
            if (each.end() > to) {
                add(each.tail(to - each.offset()));
            }
        }
    }

    /** Changes the length of the logical file. */
    void resize(long newLength) {
        clear(newLength, Long.MAX_VALUE);
        length = newLength;
    }
}
