package org.underbase.sim.linux;

/**
 * Page cache of Linux: write-allocate and write-back, with two lists, read-ahead, a flusher, and fsync. Pages that are deleted
 * before their write are never written. Memory is bounded by the size of the cache, because neighboring pages with equal
 * states are one entry.
 */
public final class LinuxCache {
    private static final int PAGE = CacheSettings.PAGE;
    /** Bytes that the DataNode reads or writes at once. */
    private static final int PACKET = TwoLists.PIECE * PAGE;

    private final CacheSettings settings;
    private final DiskRequests disks;
    private final TwoLists pages;
    private final Flusher flusher;
    private final Readers readers;
    private long hits;
    private long misses;
    private long inserted;
    private long deletedDirty;

    /**
     * Creates an empty cache.
     *
     * @param settings settings
     * @param disks receiver of the requests to the disks
     */
    public LinuxCache(CacheSettings settings, DiskRequests disks) {
        this.settings = settings;
        this.disks = disks;
        this.pages = new TwoLists(
                settings.pages(), (file, first, end) -> disks.evicted(file, first, end - first), () -> writeAll());
        this.flusher = new Flusher(settings, pages, disks);
        this.readers = new Readers(settings.readAheadPages());
    }

    private void writeAll() {
        flusher.writeAll();
    }

    /**
     * Runs the flusher until a time.
     *
     * @param time time in nanoseconds; the times of all calls ascend
     */
    public void advance(long time) {
        flusher.advance(time);
    }

    /**
     * Reads bytes.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param offset first byte
     * @param length number of bytes
     * @param filePages size of the file in pages, which bounds the read-ahead
     */
    public void read(long time, int file, int offset, int length, int filePages) {
        flusher.advance(time);
        int end = offset + length;
        Window window = readers.take(file, offset);
        for (int at = offset; at < end; ) {
            int to = Math.min(end, at + PACKET);
            readPages(time, file, window, at, to, filePages);
            window.moveTo(to);
            at = to;
        }
        readers.put(file, end, window);
    }

    private void readPages(long time, int file, Window window, int from, int to, int filePages) {
        int first = from / PAGE;
        int end = (to - 1) / PAGE + 1;
        int read = window.endedWithin(first) ? first + 1 : first;
        int bound = Math.max(filePages, end);
        int requested = Math.min(bound, window.request(first, settings.willNeedPages()));
        if (requested > end) {
            load(time, file, end, requested, end);
        }
        for (int page = first; page < end; ) {
            int next = pages.cachedEnd(file, page, end);
            if (next > page) {
                hits += next - page;
            } else {
                next = miss(time, file, window, page, end, bound);
            }
            pages.accessed(file, Math.max(read, page), next);
            if (window.isMarked(page, next)) {
                window.advance();
                loadWindow(time, file, window, bound, window.start());
            }
            page = next;
        }
    }

    private int miss(long time, int file, Window window, int page, int end, int bound) {
        window.miss(page, end - page, pages.cachedBefore(file, page, settings.readAheadPages()));
        int next = Math.min(end, Math.min(bound, window.end()));
        int missing = loadWindow(time, file, window, bound, next);
        misses += missing;
        hits += next - page - missing;
        return next;
    }

    private int loadWindow(long time, int file, Window window, int bound, int needed) {
        int marker = window.marker();
        if (marker >= 0 && pages.cachedEnd(file, marker, marker + 1) > marker) {
            window.unmark();
        }
        return load(time, file, window.start(), Math.min(bound, window.end()), needed);
    }

    /** Reads those pages of a range that are not cached; returns the number of those before {@code needed}. */
    private int load(long time, int file, int from, int to, int needed) {
        int missing = 0;
        for (int page = from; page < to; ) {
            int end = pages.missingEnd(file, page, to);
            int border = Math.max(page, Math.min(end, needed));
            if (border > page) {
                missing += border - page;
                disks.read(time, file, page, border - page, false);
            }
            if (end > border) {
                disks.read(time, file, border, end - border, true);
            }
            pages.insert(file, page, end, false);
            inserted += end - page;
            page = Math.max(end, pages.cachedEnd(file, end, to));
        }
        return missing;
    }

    /**
     * Writes bytes.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param offset first byte
     * @param length number of bytes
     */
    public void write(long time, int file, int offset, int length) {
        flusher.advance(time);
        int end = (offset + length - 1) / PAGE + 1;
        int page = offset / PAGE;
        while (page < end) {
            int next = pages.cachedEnd(file, page, Math.min(end, page + TwoLists.PIECE));
            if (next > page) {
                flusher.dirtied(file, page, next, pages.dirty(file, page, next));
            } else {
                next = pages.missingEnd(file, page, Math.min(end, page + TwoLists.PIECE));
                pages.insert(file, page, next, true);
                inserted += next - page;
                flusher.dirtied(file, page, next, next - page);
            }
            flusher.limit();
            page = next;
        }
    }

    /**
     * Writes the dirty pages of a file, for which a process waits.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     */
    public void sync(long time, int file) {
        flusher.advance(time);
        flusher.writeFile(file, Integer.MAX_VALUE, WriteCause.SYNC);
    }

    /**
     * Advises that pages are not needed: clean pages leave the cache, dirty ones are written and stay.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param end page after the pages
     */
    public void dontNeed(long time, int file, int end) {
        flusher.advance(time);
        pages.remove(file, 0, end, false);
        flusher.writeFile(file, end, WriteCause.ADVICE);
    }

    /**
     * Deletes a file.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param filePages size of the file in pages
     */
    public void delete(long time, int file, int filePages) {
        flusher.advance(time);
        int dirty = pages.remove(file, 0, filePages, true);
        deletedDirty += dirty;
        flusher.removed(file, dirty);
    }

    /** Returns the pages of reads that the cache contained, once per read of at most 64 KiB. */
    public long hits() {
        return hits;
    }

    /** Returns the pages of reads that the cache did not contain; read-ahead is not included. */
    public long misses() {
        return misses;
    }

    /** Returns the pages that entered the cache. */
    public long inserted() {
        return inserted;
    }

    /** Returns the dirty pages that were deleted before their write. */
    public long deletedDirty() {
        return deletedDirty;
    }

    /** Returns the dirty pages. */
    public int dirty() {
        return flusher.dirty();
    }

    /** Returns the pages in the cache. */
    public int used() {
        return pages.used();
    }
}
