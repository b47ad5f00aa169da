package org.underbase.sim.study;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;

/** Systems that receive the same requests: one pass counts the hits of caches of all their sizes. */
final class Lane implements StackListener {
    private static final int NO_TIME = 0;

    /**
     * Requests of a lane.
     *
     * @param localCompaction whether compactions of other machines read the replicas of this one, and send it nothing
     * @param logCompression bytes of the trace's logs per byte that is written
     */
    record Key(boolean localCompaction, double logCompression) {
        static Key of(Alternative alternative) {
            return new Key(alternative.has(Alternative.Switch.LOCAL_COMPACTION), alternative.logCompression());
        }
    }

    private final Key key;
    private final Totals totals = new Totals();
    private final StackCounts counts;
    private final int[] sizes;
    private final LruStack stack;
    private final BatchStream disks;
    /** Systems with their own caches, which receive reads and deletions at all times. */
    private final BatchStream own;
    /** Systems with the page cache of Linux, which receive all requests at all times. */
    private final BatchStream linux;

    private final boolean usesStack;
    private boolean inSlice;
    private long time;
    private int code;
    private int file;

    Lane(Key key, List<SimulatedSystem> systems, Workers workers) {
        this.key = key;
        List<SimulatedSystem> stacked = owners(systems, false);
        // Without such a system, the stack only divides the reads.
        sizes = IntStream.concat(IntStream.of(1), stacked.stream().mapToInt(SimulatedSystem::ramPages))
                .sorted()
                .distinct()
                .toArray();
        counts = new StackCounts(sizes, Activity.COUNT);
        stack = new LruStack(sizes[sizes.length - 1], this);
        disks = new BatchStream(workers, stacked);
        own = new BatchStream(workers, owners(systems, true));
        List<SimulatedSystem> rest =
                systems.stream().filter(SimulatedSystem::hasLinuxCache).toList();
        linux = new BatchStream(workers, rest);
        usesStack = rest.size() < systems.size();
    }

    private static List<SimulatedSystem> owners(List<SimulatedSystem> systems, boolean hasOwnCache) {
        return systems.stream()
                .filter(system -> !system.hasLinuxCache() && system.hasOwnCache() == hasOwnCache)
                .toList();
    }

    void phase(Slices slices) {
        inSlice = slices.number() != Batch.NO_SLICE;
        disks.phase(slices);
        own.phase(slices);
        linux.phase(slices);
    }

    void place(long at, int placed, int blockLength, int length) {
        linux.add(at, Batch.created(0), placed, blockLength, length, COLD, 0);
    }

    void request(long at, Activity activity, int requested, int offset, int length, boolean received) {
        if (activity.isWrite() || !received || key.localCompaction()) {
            linux.add(at, Batch.code(activity, received, false), requested, offset, length, COLD, 0);
        }
        if (activity == Activity.LOG && key.logCompression() > 1) {
            int from = (int) (offset / key.logCompression());
            int to = (int) (((long) offset + length) / key.logCompression());
            pass(at, activity, requested, from, Math.max(1, to - from), received);
        } else {
            pass(at, activity, requested, offset, length, received);
        }
    }

    private void pass(long at, Activity activity, int requested, int offset, int length, boolean received) {
        int entry = Batch.code(activity, received, false);
        if (activity.isWrite()) {
            totals.add(NO_TIME, activity, length, received);
            if (inSlice) {
                disks.add(at, entry, requested, offset, length, COLD, 0);
                own.add(at, entry, requested, offset, length, COLD, 0);
            }
        } else if (!received || key.localCompaction()) {
            totals.add(NO_TIME, activity, length, received);
            time = at;
            code = entry;
            file = requested;
            if (!usesStack) {
                return;
            }
            int first = offset / Disk.PAGE;
            counts.kind(activity.index());
            stack.touch(file, first, (offset + length - 1) / Disk.PAGE - first + 1);
        }
    }

    void delete(long at, int deleted, int length) {
        stack.delete(deleted, 0, (length + Disk.PAGE - 1) / Disk.PAGE);
        own.add(at, Batch.deleted(), deleted, 0, length, COLD, 0);
        linux.add(at, Batch.deleted(), deleted, 0, length, COLD, 0);
    }

    void finish() {
        disks.finish();
        own.finish();
        linux.finish();
    }

    /** Returns the use of the caches of a system. */
    CacheUse use(SimulatedSystem system) {
        return system.ownUse().orElseGet(() -> {
            int ram = Arrays.binarySearch(sizes, system.ramPages());
            CacheUse use = new CacheUse();
            for (Activity activity : Activity.READS) {
                long hits = counts.hits(activity.index(), ram);
                use.add(activity, hits, counts.touched(activity.index()) - hits, 0, 0);
            }
            return use;
        });
    }

    /** Returns the bytes of the requests of an activity: reads that the DataNode serves, and replicas that it writes. */
    double bytes(Activity activity) {
        return totals.bytes(activity);
    }

    /** Returns the bytes of the replicas that clients of other machines write. */
    double replicated(Activity activity) {
        return activity.isWrite() ? totals.received(activity) : 0;
    }

    /** Returns the bytes that other machines send. */
    double received(Activity activity) {
        return key.localCompaction() && activity == Activity.COMPACTION_WRITE ? 0 : replicated(activity);
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        counts.touched(first, pages, distance, falling);
        if (inSlice) {
            disks.add(time, code, file, first * Disk.PAGE, pages * Disk.PAGE, distance, falling);
        }
        own.add(time, code, file, first * Disk.PAGE, pages * Disk.PAGE, distance, falling);
    }

    @Override
    public void deleted(int pages, int depth) {
        // Only evictions depend on it, and RAM evicts to nothing.
    }

    @Override
    public void resident(int pages, int depth) {
        // As deletions.
    }
}
