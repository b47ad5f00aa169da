package org.underbase.sim.cache;

/**
 * RAM and flash of fixed sizes, exclusive: pages enter RAM, and RAM evicts to flash. RAM is an LRU cache; flash evicts
 * according to its policy. The sizes of this class cannot be combined in one pass as in {@link LruStack}: with
 * {@link FlashPolicy#KEEP} a larger flash may miss a page that a smaller one contains, and a crash loses the pages of RAM only.
 */
public final class TieredCache {
    private static final int NONE = Extents.NONE;
    private static final int RAM = 0;
    private static final int FLASH = 1;

    private final Extents extents = new Extents();
    private final FlashPolicy policy;
    private final MissListener listener;
    private final int[] sizes;
    private final int[] used = new int[2];
    private final int[] newest = {NONE, NONE};
    private final int[] oldest = {NONE, NONE};
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
            int border = Math.min(end, (page | (ExtentIndex.CHUNK - 1)) + 1);
            // An insertion may evict pages of this request, so that each step searches again.
            int found = extents.at(file, page);
            if (found == NONE || extents.first(found) >= border) {
                page = miss(file, page, border);
            } else if (extents.first(found) > page) {
                page = miss(file, page, extents.first(found));
            } else {
                page = hit(found, page, Math.min(border, extents.end(found)));
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
        int tier = extents.list(extent);
        int file = extents.file(extent);
        hits[tier] += to - from;
        if (tier == FLASH && policy == FlashPolicy.FIFO) {
            return to;
        }
        remove(extent, from, to);
        if (tier == FLASH && policy == FlashPolicy.KEEP) {
            push(FLASH, file, from, to - from);
        } else {
            enterRam(file, from, to - from);
        }
        return to;
    }

    private void enterRam(int file, int first, int pages) {
        push(RAM, file, first, pages);
        while (used[RAM] > sizes[RAM]) {
            int extent = oldest[RAM];
            int evictedFile = extents.file(extent);
            int evictedFirst = extents.first(extent);
            int count = evictOldest(RAM);
            if (sizes[FLASH] > 0) {
                flashWrites += count;
                push(FLASH, evictedFile, evictedFirst, count);
                shrinkFlash();
            }
        }
    }

    private void shrinkFlash() {
        while (used[FLASH] > sizes[FLASH]) {
            evictOldest(FLASH);
        }
    }

    /** Removes the excess pages of a tier from its oldest extent; returns their number. */
    private int evictOldest(int tier) {
        int extent = oldest[tier];
        int count = Math.min(used[tier] - sizes[tier], extents.pages(extent));
        remove(extent, extents.first(extent), extents.first(extent) + count);
        return count;
    }

    private void push(int tier, int file, int first, int pages) {
        int extent = extents.create(file, first, pages, tier);
        extents.index.insert(file, first, extent);
        link(extent, NONE, newest[tier], tier);
        used[tier] += pages;
    }

    /** Removes pages of an extent; the pages left and right of them stay. */
    private void remove(int extent, int from, int to) {
        int tier = extents.list(extent);
        int end = extents.end(extent);
        used[tier] -= to - from;
        if (from > extents.first(extent)) {
            extents.addPages(extent, from - end);
            if (to < end) {
                int right = extents.create(extents.file(extent), to, end - to, tier);
                extents.index.insert(extents.file(extent), to, right);
                link(right, extents.above(extent), extent, tier);
            }
        } else if (to < end) {
            extents.cutLeft(extent, to - from);
        } else {
            extents.index.remove(extents.file(extent), from);
            unlink(extent, tier);
            extents.release(extent);
        }
    }

    private void link(int extent, int above, int below, int tier) {
        extents.setAbove(extent, above);
        extents.setBelow(extent, below);
        if (above == NONE) {
            newest[tier] = extent;
        } else {
            extents.setBelow(above, extent);
        }
        if (below == NONE) {
            oldest[tier] = extent;
        } else {
            extents.setAbove(below, extent);
        }
    }

    private void unlink(int extent, int tier) {
        int above = extents.above(extent);
        int below = extents.below(extent);
        if (above == NONE) {
            newest[tier] = below;
        } else {
            extents.setBelow(above, below);
        }
        if (below == NONE) {
            oldest[tier] = above;
        } else {
            extents.setAbove(below, above);
        }
    }

    /**
     * Deletes pages of a file.
     *
     * @param file number of a local file
     * @param first first page
     * @param pages number of pages
     */
    public void delete(int file, int first, int pages) {
        int end = first + pages;
        int page = first;
        while (page < end) {
            int border = Math.min(end, (page | (ExtentIndex.CHUNK - 1)) + 1);
            int found = extents.at(file, page);
            if (found == NONE || extents.first(found) >= border) {
                page = border;
            } else {
                int to = Math.min(border, extents.end(found));
                remove(found, Math.max(page, extents.first(found)), to);
                page = to;
            }
        }
    }

    /** Empties RAM. Flash keeps its pages and their order. */
    public void crash() {
        while (oldest[RAM] != NONE) {
            remove(oldest[RAM], extents.first(oldest[RAM]), extents.end(oldest[RAM]));
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
