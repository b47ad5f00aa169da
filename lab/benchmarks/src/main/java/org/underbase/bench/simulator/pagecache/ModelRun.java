package org.underbase.bench.simulator.pagecache;

import java.util.List;
import org.underbase.sim.linux.CacheSettings;
import org.underbase.sim.linux.DiskRequests;
import org.underbase.sim.linux.LinuxCache;
import org.underbase.sim.linux.WriteCause;

/** Pages that the model of the page cache reads and writes for a list of accesses. */
final class ModelRun implements DiskRequests {
    private static final int ALL = 100;

    private long read;
    private long written;

    private ModelRun() {}

    /**
     * Runs the model. A control group of version 1 has no limits of dirty pages; those of the machine are much larger.
     *
     * @param accesses accesses
     * @param pages size of the cache
     * @param seconds time at which it is observed
     */
    static DeviceCounters of(List<Access> accesses, int pages, int seconds) {
        CacheSettings defaults = CacheSettings.defaults(pages, 0);
        CacheSettings settings = new CacheSettings(
                pages, defaults.readAheadPages(), 0, ALL, ALL, defaults.expireNanos(), defaults.intervalNanos(), 0);
        ModelRun run = new ModelRun();
        LinuxCache cache = new LinuxCache(settings, run);
        for (Access access : accesses) {
            int file = access.file();
            int filePages = AccessList.bytes(file) / CacheSettings.PAGE;
            switch (access.kind()) {
                case RANDOM_READ, SCAN -> cache.read(access.nanos(), file, access.offset(), access.length(), filePages);
                case WRITE -> cache.write(access.nanos(), file, access.offset(), access.length());
                case SYNC -> cache.sync(access.nanos(), file);
                case DELETE -> cache.delete(access.nanos(), file, filePages);
            }
        }
        cache.advance(seconds * 1_000_000_000L);
        return new DeviceCounters(run.read, run.written);
    }

    @Override
    public void read(long time, int file, int first, int pages, boolean ahead) {
        read += pages;
    }

    @Override
    public void write(long time, int file, int first, int pages, WriteCause cause) {
        written += pages;
    }
}
