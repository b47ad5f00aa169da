package org.underbase.exalt.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What each part of a logical file is, as it was written last; what is in none of them reads as zeros. Not thread-safe. */
final class Extents {
    private final NavigableMap<Long, Extent> byOffset = new TreeMap<>();
    private long length;
    private long cost;

    /** Of the logical file, in bytes. */
    long length() {
        return length;
    }

    /** Bytes that a log of these and nothing else takes. */
    long cost() {
        return cost;
    }

    List<Extent> all() {
        return List.copyOf(byOffset.values());
    }

    /** Those that have bytes from an offset up to another, in their order. */
    List<Extent> between(long from, long to) {
        List<Extent> found = new ArrayList<>();
        Map.Entry<Long, Extent> before = byOffset.lowerEntry(from);
        if (before != null && before.getValue().end() > from) {
            found.add(before.getValue());
        }
        found.addAll(byOffset.subMap(from, to).values());
        return found;
    }

    /** Something that was written: it takes the place of what was there. */
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

    /** The file has another length. */
    void resize(long newLength) {
        clear(newLength, Long.MAX_VALUE);
        length = newLength;
    }
}
