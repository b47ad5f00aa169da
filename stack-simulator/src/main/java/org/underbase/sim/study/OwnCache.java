package org.underbase.sim.study;

import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.MissListener;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.request.Activity;

/**
 * RAM and flash of one system. The contents of flash with the keep policy do not follow from the distances in a stack, nor the
 * activities that write to it.
 */
final class OwnCache {
    private final TieredCache cache;
    private final boolean isPromoted;
    private final CacheUse use = new CacheUse();
    private MissListener listener = (first, pages) -> {};

    OwnCache(Hardware hardware, FlashPolicy policy) {
        cache = new TieredCache(
                LayeredStudy.pages(hardware.ramGigabytes()),
                LayeredStudy.pages(hardware.flashGigabytes()),
                policy,
                (first, pages) -> listener.missed(first, pages));
        isPromoted = policy == FlashPolicy.PROMOTE;
    }

    /**
     * Reads pages.
     *
     * @param activity activity of the read
     * @param misses receives the pages that no cache contains
     * @return number of pages that flash contains
     */
    int read(Activity activity, int file, int first, int pages, MissListener misses) {
        listener = misses;
        long ramHits = cache.ramHits();
        long flashHits = cache.flashHits();
        long missed = cache.misses();
        long written = cache.flashWrites();
        cache.touch(file, first, pages);
        int inFlash = (int) (cache.flashHits() - flashHits);
        use.add(
                activity,
                cache.ramHits() - ramHits,
                cache.misses() - missed + (isPromoted ? inFlash : 0),
                inFlash,
                cache.flashWrites() - written);
        return inFlash;
    }

    void delete(int file, int pages) {
        cache.delete(file, 0, pages);
    }

    CacheUse use() {
        return use;
    }
}
