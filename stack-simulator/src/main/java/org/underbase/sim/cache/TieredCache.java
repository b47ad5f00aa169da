package org.underbase.sim.cache;

/**
 * RAM and flash of fixed sizes, exclusive: pages enter RAM, and RAM evicts to flash. RAM is an LRU cache; flash evicts
 * according to its policy. The sizes of this class cannot be combined in one pass as in {@link LruStack}: with
 * {@link FlashPolicy#KEEP} a larger flash may miss a page that a smaller one contains, and a crash loses the pages of RAM only.
 */
public final class TieredCache {
    private static final int NONE = ExtentLists.NONE;
    private static final int RAM = 0;
    private static final int FLASH = 1;

    private final ExtentLists lists = new ExtentLists();
    private final FlashPolicy policy;
    private final MissListener listener;
    private final int[] sizes;
    private final long[] hits = new long[2];
    private long misses;
    private long flashWrites;

    /**
     * Creates an empty cache.
     *
     * @param ramPages size of RAM
     * @param flashPages size of flash; 0 without flash
     * @param policy policy for pages found in flash
     * @param listener receiver of misses
     */
    public TieredCache(int ramPages, int flashPages, FlashPolicy policy, MissListener listener) {
        this.sizes = new int[] {ramPages, flashPages};
        this.policy = policy;
        this.listener = listener;
    }

    /**
     * Touches pages in ascending order.
     *
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     */
    public void touch(int file, int first, int pages) {
        int end = first + pages;
        int page = first;
        while (page < end) {
            int border = ExtentLists.border(page, end);
            // An insertion may evict pages of this request, so that each step searches again.
            int found = lists.find(file, page);
            if (found == NONE || lists.first(found) >= border) {
                page = miss(file, page, border);
            } else if (lists.first(found) > page) {
                page = miss(file, page, lists.first(found));
            } else {
                page = hit(found, page, Math.min(border, lists.end(found)));
            }
        }
    }

    private int miss(int file, int from, int to) {
        misses += to - from;
        listener.missed(from, to - from);
        enterRam(file, from, to - from);
        return to;
    }

    private int hit(int extent, int from, int to) {
        int tier = lists.list(extent);
        int file = lists.file(extent);
        hits[tier] += to - from;
        if (tier == FLASH && policy == FlashPolicy.FIFO) {
            return to;
        }
        lists.remove(extent, from, to);
        if (tier == FLASH && policy == FlashPolicy.KEEP) {
            lists.push(FLASH, 0, file, from, to - from);
        } else {
            enterRam(file, from, to - from);
        }
        return to;
    }

    private void enterRam(int file, int first, int pages) {
        lists.push(RAM, 0, file, first, pages);
        while (lists.used(RAM) > sizes[RAM]) {
            int extent = lists.oldest(RAM);
            int evictedFile = lists.file(extent);
            int evictedFirst = lists.first(extent);
            int count = evictOldest(RAM);
            if (sizes[FLASH] > 0) {
                flashWrites += count;
                lists.push(FLASH, 0, evictedFile, evictedFirst, count);
                shrinkFlash();
            }
        }
    }

    private void shrinkFlash() {
        while (lists.used(FLASH) > sizes[FLASH]) {
            evictOldest(FLASH);
        }
    }

    /** Removes the excess pages of a tier from its oldest extent; returns their number. */
    private int evictOldest(int tier) {
        int extent = lists.oldest(tier);
        int first = lists.first(extent);
        int end = Math.min(lists.end(extent), first + lists.used(tier) - sizes[tier]);
        lists.remove(extent, first, end);
        return end - first;
    }

    /**
     * Deletes pages of a file.
     *
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     */
    public void delete(int file, int first, int pages) {
        take(file, first, pages, (gap, count) -> {});
    }

    /** Removes pages of a file, and reports those that the cache does not contain. */
    public void take(int file, int first, int pages, MissListener gaps) {
        int end = first + pages;
        int page = first;
        while (page < end) {
            int border = ExtentLists.border(page, end);
            int found = lists.find(file, page);
            int from = found == NONE ? border : Math.max(page, Math.min(border, lists.first(found)));
            if (from > page) {
                gaps.missed(page, from - page);
            }
            page = from;
            if (from < border) {
                page = Math.min(border, lists.end(found));
                lists.remove(found, from, page);
            }
        }
    }

    /** Empties RAM. Flash keeps its pages and their order. */
    public void crash() {
        while (lists.oldest(RAM) != NONE) {
            lists.remove(lists.oldest(RAM), lists.first(lists.oldest(RAM)), lists.end(lists.oldest(RAM)));
        }
    }

    /** Changes the size of flash; evicts the pages that it has no space for. */
    public void resizeFlash(int pages) {
        sizes[FLASH] = pages;
        shrinkFlash();
    }

    /** Returns the touched pages found in RAM. */
    public long ramHits() {
        return hits[RAM];
    }

    /** Returns the touched pages found in flash. */
    public long flashHits() {
        return hits[FLASH];
    }

    /** Returns the touched pages found in no cache. */
    public long misses() {
        return misses;
    }

    /** Returns the pages written to flash. */
    public long flashWrites() {
        return flashWrites;
    }
}
