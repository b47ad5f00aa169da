package org.underbase.sim.linux;

/**
 * Read-ahead of one reader of a file. A sequential reader gets a window that grows to its largest size. A read of the marked
 * page of the window loads the next window before the reader needs it.
 */
final class Window {
    private static final int NONE = -1;
    /** A transfer of more bytes is a long one for the DataNode. */
    private static final int LONG = 256 << 10;

    private static final int SMALLEST_PARTS = 32;
    private static final int SMALL_PARTS = 4;
    private static final int QUADRUPLED_PARTS = 16;
    private static final int QUADRUPLE = 4;

    private final int most;
    /** First byte of the first read. */
    private final int begin;
    /** Byte after the last read. */
    private int position = NONE;

    private int start;
    private int size;
    private int marker = NONE;
    /** Page before which the DataNode requested pages. */
    private int requested;

    /**
     * Creates an empty window.
     *
     * @param most largest window in pages
     * @param begin first byte that is read
     */
    Window(int most, int begin) {
        this.most = most;
        this.begin = begin;
    }

    int start() {
        return start;
    }

    /** Returns the page after the window. */
    int end() {
        return start + size;
    }

    /** Returns whether a range contains the marked page. */
    boolean isMarked(int from, int to) {
        return from <= marker && marker < to;
    }

    int marker() {
        return marker;
    }

    /** Removes the mark, because the page was in the cache before the window was loaded. */
    void unmark() {
        marker = NONE;
    }

    /** Notes the end of a read. */
    void moveTo(int end) {
        position = end;
    }

    /** Returns whether the last read ended in a page, so that a read that continues it does not read the page again. */
    boolean endedWithin(int page) {
        return position > page * CacheSettings.PAGE && position < (page + 1) * CacheSettings.PAGE;
    }

    /**
     * Sets the window for a read of a page that is not cached.
     *
     * @param page page
     * @param pages number of pages that the reader needs
     * @param before number of cached pages directly before the page
     */
    void miss(int page, int pages, int before) {
        start = page;
        int last = position / CacheSettings.PAGE;
        boolean continues = position != NONE && last <= page && page <= last + 1;
        if (most > 0 && (page == 0 || continues || pages > most)) {
            size = initial(pages);
            marker = end() - (size > pages ? size - pages : size / 2);
        } else if (before <= pages) {
            size = pages;
            marker = NONE;
        } else {
            // Another reader seems to have read the pages before this one in sequence.
            size = Math.min((before == page ? 2 * before : before) + pages, most);
            marker = end() - 1;
        }
    }

    /** Sets the window that follows the current one. */
    void advance() {
        start += size;
        size = next();
        marker = start;
    }

    private int initial(int pages) {
        int rounded = pages <= 1 ? 1 : Integer.highestOneBit(pages - 1) << 1;
        if (rounded <= most / SMALLEST_PARTS) {
            return rounded * QUADRUPLE;
        }
        return rounded <= most / SMALL_PARTS ? rounded * 2 : most;
    }

    private int next() {
        if (size < most / QUADRUPLED_PARTS) {
            return size * QUADRUPLE;
        }
        return size <= most / 2 ? size * 2 : most;
    }

    /** Returns the page to which the DataNode requests pages, at a time at which it does; otherwise a page before them. */
    int request(int page, int length) {
        if (length == 0 || position - begin <= LONG || page + length / 2 < requested) {
            return NONE;
        }
        requested = page + length;
        return requested;
    }
}
