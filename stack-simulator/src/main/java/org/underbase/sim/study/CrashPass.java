package org.underbase.sim.study;

import java.util.Arrays;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.disk.Disk;

/**
 * Cache of the sample with a share of flash, whose machine crashes at noon of every second day. A crash empties RAM. Two days
 * later the cache contains the same pages as without the crash, so that one cache serves all crashes.
 */
final class CrashPass implements Simulation {
    static final int GIGABYTES = 100;
    /** Hours after which a crash has no effect any longer. */
    static final int OBSERVED = 24;

    private static final int FIRST = 36;
    private static final int INTERVAL = 48;
    private static final double FULL = 100;

    private final int flashPercent;
    private final Sample sample;
    private final TieredCache cache;
    private long[] misses = new long[1];
    private long[] touched = new long[1];
    private int hour;

    CrashPass(int flashPercent, Sample sample) {
        this.flashPercent = flashPercent;
        this.sample = sample;
        int pages = sample.pages(GIGABYTES);
        int flash = (int) (pages * (flashPercent / FULL));
        cache = new TieredCache(pages - flash, flash, FlashPolicy.PROMOTE, (first, count) -> misses[hour] += count);
    }

    int flashPercent() {
        return flashPercent;
    }

    @Override
    public void accept(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            advance((int) (batch.time[i] / Slices.HOUR));
            int first = batch.offset[i] / Disk.PAGE;
            int pages = (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE - first + 1;
            if (batch.isDeletion(i)) {
                cache.delete(batch.file[i], first, pages);
            } else if (batch.isOwnRead(i)) {
                touched[hour] += pages;
                cache.touch(batch.file[i], first, pages);
            }
        }
    }

    private void advance(int now) {
        while (hour < now) {
            hour++;
            if (hour == misses.length) {
                misses = Arrays.copyOf(misses, 2 * hour);
                touched = Arrays.copyOf(touched, 2 * hour);
            }
            if (isCrash(hour)) {
                cache.crash();
            }
        }
    }

    private static boolean isCrash(int hour) {
        return hour >= FIRST && (hour - FIRST) % INTERVAL == 0;
    }

    /** Returns the number of crashes that are followed by half a day. */
    int crashes() {
        int count = 0;
        for (int at = FIRST; at + OBSERVED / 2 <= hour; at += INTERVAL) {
            count++;
        }
        return count;
    }

    /** Returns the hour of a crash. */
    static int crashHour(int number) {
        return FIRST + number * INTERVAL;
    }

    /** Returns the hit rate in an hour. */
    double hitRate(int at) {
        return 1 - (double) misses[at] / touched[at];
    }

    /** Returns the bytes of all pages that disks read in addition to those of a cache without crashes, per crash. */
    double extraReads(CrashPass reference) {
        long extra = 0;
        for (int crash = 0; crash < crashes(); crash++) {
            int from = crashHour(crash);
            for (int at = from; at < Math.min(hour + 1, from + OBSERVED); at++) {
                extra += misses[at] - reference.misses[at];
            }
        }
        return (double) extra * sample.rate() * Disk.PAGE / crashes();
    }

    /** Returns the mean number of hours until the hit rate is at most a hundredth below that of the reference. */
    double recoveryHours(CrashPass reference) {
        int hours = 0;
        for (int crash = 0; crash < crashes(); crash++) {
            int at = crashHour(crash);
            while (at < hour && reference.hitRate(at) - hitRate(at) > 1 / FULL) {
                at++;
                hours++;
            }
        }
        return (double) hours / crashes();
    }

    /** Returns the hit rate of all hours. */
    double hitRate() {
        return 1 - (double) Arrays.stream(misses).sum() / Arrays.stream(touched).sum();
    }
}
