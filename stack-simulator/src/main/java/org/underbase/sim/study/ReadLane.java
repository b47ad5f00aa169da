package org.underbase.sim.study;

import java.util.Arrays;
import java.util.List;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.disk.Disk;

/** Systems that receive the same reads: one pass counts the hits of caches of all their sizes. */
final class ReadLane implements StackListener {
    private final StackCounts counts;
    private final int[] sizes;
    private final LruStack stack;
    private final BatchStream disks;
    private boolean inSlice;
    private long time;
    private int code;
    private int file;

    ReadLane(List<SimulatedSystem> systems, Workers workers) {
        sizes = systems.stream()
                .mapToInt(SimulatedSystem::ramPages)
                .sorted()
                .distinct()
                .toArray();
        counts = new StackCounts(sizes, 1);
        int largest =
                systems.stream().mapToInt(SimulatedSystem::cachePages).max().orElse(1);
        stack = new LruStack(largest, this);
        disks = new BatchStream(workers, systems);
    }

    void phase(Slices slices) {
        inSlice = slices.number() != Batch.NO_SLICE;
        disks.phase(slices);
    }

    void write(long at, int entry, int written, int offset, int length) {
        if (inSlice) {
            disks.add(at, entry, written, offset, length, COLD, 0);
        }
    }

    void read(long at, int entry, int read, int offset, int length) {
        time = at;
        code = entry;
        file = read;
        int first = offset / Disk.PAGE;
        stack.touch(file, first, (offset + length - 1) / Disk.PAGE - first + 1);
    }

    void delete(int deleted, int length) {
        stack.delete(deleted, 0, (length + Disk.PAGE - 1) / Disk.PAGE);
    }

    void finish() {
        disks.finish();
        stack.reportResidents();
    }

    /** Returns the pages that the RAM of a system evicts to its flash. */
    long evictions(SimulatedSystem system) {
        return counts.evictions(Arrays.binarySearch(sizes, system.ramPages()));
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        counts.touched(first, pages, distance, falling);
        if (inSlice) {
            disks.add(time, code, file, first * Disk.PAGE, pages * Disk.PAGE, distance, falling);
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
}
