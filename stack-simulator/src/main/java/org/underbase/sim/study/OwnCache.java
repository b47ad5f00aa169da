package org.underbase.sim.study;

import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.MissListener;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.cost.Hardware;

/** RAM and flash of one system whose contents do not follow from the distances in a stack: flash with the keep policy. */
final class OwnCache {
    private final TieredCache cache;
    private MissListener listener = (first, pages) -> {};

    OwnCache(Hardware hardware, FlashPolicy policy) {
        cache = new TieredCache(
                LayeredStudy.pages(hardware.ramGigabytes()),
                LayeredStudy.pages(hardware.flashGigabytes()),
                policy,
                (first, pages) -> listener.missed(first, pages));
    }

    /**
     * Reads pages.
     *
     * @param misses receives the pages that no cache contains
     * @return number of pages that flash contains
     */
    int read(int file, int first, int pages, MissListener misses) {
        listener = misses;
        long before = cache.flashHits();
        cache.touch(file, first, pages);
        return (int) (cache.flashHits() - before);
    }

    void delete(int file, int pages) {
        cache.delete(file, 0, pages);
    }

    CacheUse use() {
        return new CacheUse(cache.ramHits(), cache.misses(), cache.flashHits(), cache.flashWrites());
    }
}
