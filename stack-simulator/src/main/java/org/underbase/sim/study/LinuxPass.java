package org.underbase.sim.study;

import org.underbase.sim.disk.Disk;
import org.underbase.sim.linux.CacheSettings;
import org.underbase.sim.linux.DiskRequests;
import org.underbase.sim.linux.LinuxCache;
import org.underbase.sim.linux.WriteCause;

/** Page cache of Linux of one size, which contains pages of the sample. It reads nothing ahead: a sample has no sequences. */
final class LinuxPass implements Simulation, DiskRequests {
    private final int gigabytes;
    private final LinuxCache cache;

    LinuxPass(int gigabytes, Sample sample) {
        this.gigabytes = gigabytes;
        CacheSettings settings = CacheSettings.defaults(sample.pages(gigabytes), 0);
        this.cache = new LinuxCache(settings.withoutReadAhead(), this);
    }

    int gigabytes() {
        return gigabytes;
    }

    @Override
    public void accept(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            int end = batch.offset[i] + batch.length[i];
            if (batch.isDeletion(i)) {
                cache.delete(batch.time[i], batch.file[i], (end - 1) / Disk.PAGE + 1);
            } else if (batch.isOwnRead(i)) {
                cache.read(batch.time[i], batch.file[i], batch.offset[i], batch.length[i], 0);
            } else if (batch.isRequest(i) && batch.activity(i).isWrite()) {
                cache.write(batch.time[i], batch.file[i], batch.offset[i], batch.length[i]);
            }
        }
    }

    /** Returns the share of the pages that are read which the cache contains. */
    double hitRate() {
        return (double) cache.hits() / (cache.hits() + cache.misses());
    }

    @Override
    public void read(long time, int file, int first, int pages, boolean ahead) {}

    @Override
    public void write(long time, int file, int first, int pages, WriteCause cause) {}
}
