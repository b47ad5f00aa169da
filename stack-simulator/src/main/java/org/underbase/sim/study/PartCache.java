package org.underbase.sim.study;

import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.policy.EvictionPolicy;

/** Cache of one part of a sample. */
interface PartCache {
    /** Reads consecutive pages of a file. */
    void read(int file, int first, int pages);

    /** Deletes consecutive pages of a file. */
    void delete(int file, int first, int pages);

    /** Returns the pages that were read from the cache. */
    long hits();

    /** Throws an exception if the state of the cache is inconsistent. */
    default void check() {}

    /** Returns an LRU cache. */
    static PartCache lru(int pages) {
        return of(new TieredCache(pages, 0, FlashPolicy.PROMOTE, (first, missed) -> {}));
    }

    /** Returns a FIFO cache. */
    static PartCache fifo(int pages) {
        return of(new TieredCache(0, pages, FlashPolicy.FIFO, (first, missed) -> {}));
    }

    private static PartCache of(TieredCache cache) {
        return new PartCache() {
            @Override
            public void read(int file, int first, int pages) {
                cache.touch(file, first, pages);
            }

            @Override
            public void delete(int file, int first, int pages) {
                cache.delete(file, first, pages);
            }

            @Override
            public long hits() {
                return cache.ramHits() + cache.flashHits();
            }
        };
    }

    /** Returns a cache with any other policy. */
    static PartCache of(EvictionPolicy policy) {
        return new PartCache() {
            private long hits;

            @Override
            public void read(int file, int first, int pages) {
                for (int page = first; page < first + pages; page++) {
                    hits += policy.access(number(file, page)) ? 1 : 0;
                }
            }

            @Override
            public void delete(int file, int first, int pages) {
                for (int page = first; page < first + pages; page++) {
                    policy.delete(number(file, page));
                }
            }

            @Override
            public long hits() {
                return hits;
            }

            @Override
            public void check() {
                policy.check();
            }
        };
    }

    private static long number(int file, int page) {
        return ((long) file << Integer.SIZE) | page;
    }
}
