package org.underbase.bench.simulator.pagecache;

import java.util.List;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.linux.CacheSettings;

/** Pages that the write-through LRU cache of FAST '14, with write-allocate, reads and writes for a list of accesses. */
final class PaperRun {
    private PaperRun() {}

    /** Runs the cache. */
    static DeviceCounters of(List<Access> accesses, int pages) {
        TieredCache cache = new TieredCache(pages, 0, FlashPolicy.PROMOTE, (first, missed) -> {});
        long read = 0;
        long written = 0;
        for (Access access : accesses) {
            int first = access.offset() / CacheSettings.PAGE;
            int count =
                    access.length() == 0 ? 0 : (access.offset() + access.length() - 1) / CacheSettings.PAGE - first + 1;
            long before = cache.misses();
            switch (access.kind()) {
                case RANDOM_READ, SCAN -> {
                    cache.touch(access.file(), first, count);
                    read += cache.misses() - before;
                }
                case WRITE -> {
                    cache.touch(access.file(), first, count);
                    written += count;
                }
                case SYNC -> {}
                case DELETE -> cache.delete(access.file(), first, count);
            }
        }
        return new DeviceCounters(read, written);
    }
}
