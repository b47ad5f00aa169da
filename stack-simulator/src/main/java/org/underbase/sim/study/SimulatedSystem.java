package org.underbase.sim.study;

import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.request.Activity;

/** Disks below a RAM and flash cache with the promote policy. Local files are distributed over the disks in turn. */
final class SimulatedSystem {
    private static final double FLASH_NANOS = 500_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Hardware hardware;
    private final int ramPages;
    private final int cachePages;
    private final DiskStatistics statistics = new DiskStatistics(Activity.COUNT);
    private Disk[] disks = {};
    private long foreground;
    private long flashHits;

    SimulatedSystem(Hardware hardware) {
        this.hardware = hardware;
        this.ramPages = hardware.ramGigabytes() * LayeredStudy.PAGES_PER_GB;
        this.cachePages = ramPages + hardware.flashGigabytes() * LayeredStudy.PAGES_PER_GB;
    }

    Hardware hardware() {
        return hardware;
    }

    DiskStatistics statistics() {
        return statistics;
    }

    void startSlice(DiskModel model) {
        disks = new Disk[hardware.disks()];
        for (int i = 0; i < disks.length; i++) {
            disks[i] = new Disk(model, statistics);
        }
    }

    void finishSlice() {
        for (Disk disk : disks) {
            disk.finish();
        }
        disks = new Disk[0];
    }

    void submit(long time, int file, int first, int pages, Activity activity) {
        disks[file % disks.length].submit(time, file, first, pages, activity.index(), activity.isWrite());
    }

    void read(long time, int file, int first, int pages, Activity activity, int distance, int falling) {
        int missing = StackListener.missing(pages, distance, falling, cachePages);
        if (missing > 0) {
            submit(time, file, first, missing, activity);
        }
        if (activity == Activity.USER_READ) {
            foreground += pages;
            flashHits += StackListener.missing(pages, distance, falling, ramPages) - missing;
        }
    }

    /** Returns the mean latency of the page requests of user reads, cache hits included, in milliseconds. */
    double foregroundMillis() {
        int user = Activity.USER_READ.index();
        double disk = statistics.queueNanos(user) + statistics.executionNanos(user);
        return (disk + flashHits * FLASH_NANOS) / foreground / NANOS_PER_MILLI;
    }
}
