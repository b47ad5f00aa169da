package org.underbase.sim.study;

import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.disk.Disk;

/** RAM and flash of fixed sizes, which cache the reads of the sample. Counts are in sampled pages. */
final class KeepPass implements Simulation {
    private final int ram;
    private final int flash;
    private final Sample sample;
    private final TieredCache cache;
    private long touched;

    KeepPass(int ram, int flash, FlashPolicy policy, Sample sample) {
        this.ram = ram;
        this.flash = flash;
        this.sample = sample;
        this.cache = new TieredCache(sample.pages(ram), sample.pages(flash), policy, (first, pages) -> {});
    }

    @Override
    public void accept(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            int first = batch.offset[i] / Disk.PAGE;
            int pages = (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE - first + 1;
            if (batch.isDeletion(i)) {
                cache.delete(batch.file[i], first, pages);
            } else if (batch.isOwnRead(i)) {
                cache.touch(batch.file[i], first, pages);
                touched += pages;
            }
        }
    }

    int ram() {
        return ram;
    }

    int flash() {
        return flash;
    }

    /** Returns the share of touched pages that RAM contains. */
    double ramHitRate() {
        return (double) cache.ramHits() / touched;
    }

    /** Returns the share of touched pages that RAM or flash contains. */
    double hitRate() {
        return (double) (cache.ramHits() + cache.flashHits()) / touched;
    }

    /** Returns the pages written to flash, of all pages. */
    long flashWrites() {
        return cache.flashWrites() * sample.rate();
    }
}
