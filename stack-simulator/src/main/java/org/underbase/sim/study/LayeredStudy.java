package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Study of one stream of requests: no-write-allocate caches of all sizes in one pass, the keep policy for some sizes, and the
 * disks of the 36 systems of Figure 15 in slices of the time. Disks start a slice idle.
 */
public final class LayeredStudy implements RequestListener, StackListener {
    static final int PAGES_PER_GB = 1 << 18;
    static final int[] RAM = {10, 30, 100};
    static final int[] FLASH = {0, 60, 120, 240};
    static final int[] DISKS = {10, 15, 20};

    private static final int STEP = 10;
    private static final int LARGEST = 400;
    /** GiB that enter a cache, with the misses of Table 1. */
    private static final int FILLED_PER_HOUR = 20;

    private static final long HOUR = 3_600_000_000_000L;

    final StackCounts counts;
    final List<SimulatedSystem> systems = new ArrayList<>();
    final List<KeepCache> keepCaches = new ArrayList<>();
    final long[] bytes = new long[Activity.COUNT];
    final long[] calls = new long[Activity.COUNT];
    long receivedBytes;
    private final LruStack stack;
    private final int sliceEvery;
    private final DiskModel model;
    private boolean inSlice;
    private long hour = -1;
    private int slices;
    private long time;
    private int file;
    private Activity activity;

    /**
     * Cache with the keep policy.
     *
     * @param ram RAM in GiB
     * @param flash flash in GiB
     * @param cache simulation
     */
    record KeepCache(int ram, int flash, TieredCache cache) {}

    /**
     * Creates a study.
     *
     * @param sliceEvery simulate the disks in every n-th hour
     * @param model disk
     * @param hours length of the input; caches that it does not fill are not simulated with the keep policy
     */
    public LayeredStudy(int sliceEvery, DiskModel model, int hours) {
        this.sliceEvery = sliceEvery;
        this.model = model;
        counts = new StackCounts(
                IntStream.rangeClosed(1, LARGEST / STEP)
                        .map(i -> i * STEP * PAGES_PER_GB)
                        .toArray(),
                Activity.COUNT);
        stack = new LruStack(LARGEST * PAGES_PER_GB, this);
        for (int[] sizes : new int[][] {{10, 20}, {10, 60}, {10, 240}, {30, 60}, {30, 240}}) {
            if (sizes[0] + sizes[1] <= hours * FILLED_PER_HOUR) {
                TieredCache cache = new TieredCache(
                        sizes[0] * PAGES_PER_GB, sizes[1] * PAGES_PER_GB, FlashPolicy.KEEP, (first, pages) -> {});
                keepCaches.add(new KeepCache(sizes[0], sizes[1], cache));
            }
        }
        for (int ram : RAM) {
            for (int flash : FLASH) {
                for (int disks : DISKS) {
                    systems.add(new SimulatedSystem(new Hardware(ram, flash, disks)));
                }
            }
        }
    }

    /** Returns the position of a cache size in the counts. */
    static int size(int gigabytes) {
        return gigabytes / STEP - 1;
    }

    @Override
    public void request(
            long requestTime, Activity requestActivity, int requestFile, int offset, int length, boolean received) {
        time = requestTime;
        activity = requestActivity;
        file = requestFile;
        startSlice();
        bytes[activity.index()] += length;
        calls[activity.index()]++;
        receivedBytes += received ? length : 0;
        int first = offset / Disk.PAGE;
        int pages = (offset + length - 1) / Disk.PAGE - first + 1;
        if (!activity.isWrite()) {
            counts.kind(activity.index());
            stack.touch(file, first, pages);
            for (KeepCache keep : keepCaches) {
                keep.cache().touch(file, first, pages);
            }
        } else if (inSlice) {
            for (SimulatedSystem system : systems) {
                system.submit(time, file, first, pages, activity);
            }
        }
    }

    @Override
    public void deleted(long deletionTime, int deletedFile, int length) {
        int pages = (length + Disk.PAGE - 1) / Disk.PAGE;
        stack.delete(deletedFile, 0, pages);
        for (KeepCache keep : keepCaches) {
            keep.cache().delete(deletedFile, 0, pages);
        }
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        counts.touched(first, pages, distance, falling);
        if (inSlice) {
            for (SimulatedSystem system : systems) {
                system.read(time, file, first, pages, activity, distance, falling);
            }
        }
    }

    @Override
    public void deleted(int pages, int depth) {
        counts.deleted(pages, depth);
    }

    @Override
    public void resident(int pages, int depth) {
        counts.resident(pages, depth);
    }

    private void startSlice() {
        if (time / HOUR == hour) {
            return;
        }
        hour = time / HOUR;
        systems.forEach(SimulatedSystem::finishSlice);
        inSlice = (hour + 1) % sliceEvery == 0;
        if (inSlice) {
            slices++;
            systems.forEach(system -> system.startSlice(model));
        }
    }

    /** Ends the study. */
    public void finish() {
        systems.forEach(SimulatedSystem::finishSlice);
        stack.reportResidents();
    }

    /** Returns the simulated time of the disks in minutes. */
    double sliceMinutes() {
        return slices * 60.0;
    }

    SimulatedSystem system(int ram, int flash, int disks) {
        return systems.stream()
                .filter(system -> system.hardware().equals(new Hardware(ram, flash, disks)))
                .findFirst()
                .orElseThrow();
    }
}
