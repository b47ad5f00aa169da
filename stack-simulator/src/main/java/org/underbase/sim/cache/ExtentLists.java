package org.underbase.sim.cache;

import java.util.Arrays;

/**
 * Lists of ranges of pages, which are ordered by the time when the pages entered the list. Each page is in at most one list. All
 * pages of an extent have the same state, whose meaning is that of the caller.
 */
public final class ExtentLists {
    /** No extent. */
    public static final int NONE = Extents.NONE;

    private static final int LIST_BITS = 2;
    private static final int MOST = 1 << LIST_BITS;

    private final Extents extents = new Extents();
    private final int[] used = new int[MOST];
    private final int[] newest = new int[MOST];
    private final int[] oldest = new int[MOST];

    /** Creates empty lists, numbered from 0 to 3. */
    public ExtentLists() {
        Arrays.fill(newest, NONE);
        Arrays.fill(oldest, NONE);
    }

    /** Returns the pages of a list. */
    public int used(int list) {
        return used[list];
    }

    /** Returns the extent that entered a list last, or {@link #NONE}. */
    public int newest(int list) {
        return newest[list];
    }

    /** Returns the extent that entered a list first, or {@link #NONE}. */
    public int oldest(int list) {
        return oldest[list];
    }

    /** Returns the neighbor that entered the list later, or {@link #NONE}. */
    public int newer(int extent) {
        return extents.above(extent);
    }

    /** Returns the file of an extent. */
    public int file(int extent) {
        return extents.file(extent);
    }

    /** Returns the first page of an extent. */
    public int first(int extent) {
        return extents.first(extent);
    }

    /** Returns the page after an extent. */
    public int end(int extent) {
        return extents.end(extent);
    }

    /** Returns the list of an extent. */
    public int list(int extent) {
        return extents.list(extent) & (MOST - 1);
    }

    /** Returns the state of the pages of an extent. */
    public int state(int extent) {
        return extents.list(extent) >>> LIST_BITS;
    }

    /**
     * Changes the state of the pages of an extent.
     *
     * @param extent extent
     * @param state at most 30 bits
     */
    public void setState(int extent, int state) {
        extents.setList(extent, (state << LIST_BITS) | list(extent));
    }

    /** Returns the end of the part of a range that one extent can contain. */
    public static int border(int page, int end) {
        return Math.min(end, (page | (ExtentIndex.CHUNK - 1)) + 1);
    }

    /** Returns the first extent that ends after a page and begins before the next {@link #border}, or {@link #NONE}. */
    public int find(int file, int page) {
        return extents.at(file, page);
    }

    /** Adds pages of no other list, up to a {@link #border}, as the newest of a list. */
    public void push(int list, int state, int file, int first, int pages) {
        link(create(list, state, file, first, pages), NONE, newest[list], list);
    }

    /** Adds pages of no other list, up to a {@link #border}, as the oldest of a list. */
    public void pushOldest(int list, int state, int file, int first, int pages) {
        link(create(list, state, file, first, pages), oldest[list], NONE, list);
    }

    private int create(int list, int state, int file, int first, int pages) {
        int extent = extents.create(file, first, pages, (state << LIST_BITS) | list);
        extents.index.insert(file, first, extent);
        used[list] += pages;
        return extent;
    }

    /** Returns whether pages may be added to an extent with {@link #extend}. */
    public boolean isContinued(int extent, int file, int first) {
        return extents.end(extent) == first && extents.file(extent) == file && first % ExtentIndex.CHUNK != 0;
    }

    /** Adds pages to the right end of the newest extent of a list. */
    public void extend(int list, int pages) {
        extents.addPages(newest[list], pages);
        used[list] += pages;
    }

    /** Splits an extent so that a range is an extent; returns it. The order of the pages stays. */
    public int cut(int extent, int from, int to) {
        int found = from > extents.first(extent) ? split(extent, from) : extent;
        if (to < extents.end(found)) {
            split(found, to);
        }
        return found;
    }

    private int split(int extent, int page) {
        int end = extents.end(extent);
        int right = extents.create(extents.file(extent), page, end - page, extents.list(extent));
        extents.addPages(extent, page - end);
        extents.index.insert(extents.file(extent), page, right);
        link(right, extents.above(extent), extent, list(extent));
        return right;
    }

    /** Removes pages of an extent; the pages left and right of them stay. */
    public void remove(int extent, int from, int to) {
        int list = list(extent);
        int end = extents.end(extent);
        used[list] -= to - from;
        if (from > extents.first(extent)) {
            if (to < end) {
                split(extent, to);
            }
            extents.addPages(extent, from - extents.end(extent));
        } else if (to < end) {
            extents.cutLeft(extent, to - from);
        } else {
            extents.index.remove(extents.file(extent), from);
            unlink(extent, list);
            extents.release(extent);
        }
    }

    private void link(int extent, int above, int below, int list) {
        extents.setAbove(extent, above);
        extents.setBelow(extent, below);
        if (above == NONE) {
            newest[list] = extent;
        } else {
            extents.setBelow(above, extent);
        }
        if (below == NONE) {
            oldest[list] = extent;
        } else {
            extents.setAbove(below, extent);
        }
    }

    private void unlink(int extent, int list) {
        int above = extents.above(extent);
        int below = extents.below(extent);
        if (above == NONE) {
            newest[list] = below;
        } else {
            extents.setBelow(above, below);
        }
        if (below == NONE) {
            oldest[list] = above;
        } else {
            extents.setAbove(below, above);
        }
    }
}
