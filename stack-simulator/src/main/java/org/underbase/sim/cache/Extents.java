package org.underbase.sim.cache;

import java.util.Arrays;

/**
 * Ranges of pages of files, in doubly linked lists, with an index by file and page. An extent is a number; its right end was
 * touched last.
 *
 * <p>The fields of an extent are adjacent, because a large cache misses the processor's caches at each access to another
 * array. They are in segments, so that growth copies nothing and no more than one segment is unused.
 */
final class Extents {
    static final int NONE = ExtentIndex.NONE;
    /** File number of an entry that is not in the index. */
    static final int HOLE = -1;

    private static final int SEGMENT_BITS = 12;
    private static final int SEGMENT = 1 << SEGMENT_BITS;
    private static final int FIELDS = 6;
    private static final int FILE = 0;
    private static final int FIRST = 1;
    private static final int PAGES = 2;
    private static final int LIST = 3;
    private static final int ABOVE = 4;
    private static final int BELOW = 5;

    final ExtentIndex index = new ExtentIndex();
    private int[][] segments = new int[16][];
    private int used;
    private int free = NONE;

    /** Creates an entry in no list and not in the index. */
    int create(int fileNumber, int firstPage, int pageCount, int listNumber) {
        int extent = free;
        if (extent == NONE) {
            if (used == segments.length << SEGMENT_BITS) {
                segments = Arrays.copyOf(segments, 2 * segments.length);
            }
            extent = used++;
            if ((extent & (SEGMENT - 1)) == 0) {
                segments[extent >> SEGMENT_BITS] = new int[SEGMENT * FIELDS];
            }
        } else {
            free = below(extent);
        }
        int[] segment = segment(extent);
        int at = at(extent);
        segment[at + FILE] = fileNumber;
        segment[at + FIRST] = firstPage;
        segment[at + PAGES] = pageCount;
        segment[at + LIST] = listNumber;
        segment[at + ABOVE] = NONE;
        segment[at + BELOW] = NONE;
        return extent;
    }

    private int[] segment(int extent) {
        return segments[extent >> SEGMENT_BITS];
    }

    private static int at(int extent) {
        return (extent & (SEGMENT - 1)) * FIELDS;
    }

    /** Returns an entry, which is in no list any longer, for reuse. */
    void release(int extent) {
        setBelow(extent, free);
        free = extent;
    }

    int file(int extent) {
        return segment(extent)[at(extent) + FILE];
    }

    boolean isHole(int extent) {
        return file(extent) == HOLE;
    }

    int first(int extent) {
        return segment(extent)[at(extent) + FIRST];
    }

    int pages(int extent) {
        return segment(extent)[at(extent) + PAGES];
    }

    void addPages(int extent, int count) {
        segment(extent)[at(extent) + PAGES] += count;
    }

    /** Returns the list that contains the extent. */
    int list(int extent) {
        return segment(extent)[at(extent) + LIST];
    }

    void setList(int extent, int list) {
        segment(extent)[at(extent) + LIST] = list;
    }

    /** Returns the neighbor that was touched later. */
    int above(int extent) {
        return segment(extent)[at(extent) + ABOVE];
    }

    void setAbove(int extent, int neighbor) {
        segment(extent)[at(extent) + ABOVE] = neighbor;
    }

    /** Returns the neighbor that was touched earlier. */
    int below(int extent) {
        return segment(extent)[at(extent) + BELOW];
    }

    void setBelow(int extent, int neighbor) {
        segment(extent)[at(extent) + BELOW] = neighbor;
    }

    int end(int extent) {
        int[] segment = segment(extent);
        int at = at(extent);
        return segment[at + FIRST] + segment[at + PAGES];
    }

    /** Returns the first extent of the chunk of {@code page} that ends after it. */
    int at(int fileNumber, int page) {
        int floor = index.floor(fileNumber, page);
        return floor != NONE && end(floor) > page ? floor : index.higher(fileNumber, page);
    }

    /** Removes pages from the left end of an indexed extent that keeps others. */
    void cutLeft(int extent, int pageCount) {
        int[] segment = segment(extent);
        int at = at(extent);
        index.move(segment[at + FILE], segment[at + FIRST], segment[at + FIRST] + pageCount);
        segment[at + FIRST] += pageCount;
        segment[at + PAGES] -= pageCount;
    }
}
