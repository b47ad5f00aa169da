package org.underbase.sim.study;

import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;

/** Caches of all sizes of the sample's pages, with one policy for written pages. */
final class StackPass implements Simulation, StackListener {
    /** Written pages that enter the cache. */
    enum Policy {
        /** None. */
        NO_WRITE_ALLOCATE("no-write-allocate"),
        /** All. */
        WRITE_ALLOCATE("write-allocate"),
        /** Those of primary replicas of flushed files, and of files that are small enough to be compacted soon. */
        HINTS("hints");

        private final String label;

        Policy(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        private boolean inserts(Batch batch, int i, Activity activity) {
            if (this == HINTS) {
                return !batch.received(i)
                        && (activity == Activity.FLUSH || (activity == Activity.COMPACTION_WRITE && batch.small(i)));
            }
            return this == WRITE_ALLOCATE;
        }
    }

    private final Policy policy;
    private final boolean localCompaction;
    private final Sample sample;
    private final StackCounts counts;
    private final LruStack stack;

    /**
     * Creates empty caches.
     *
     * @param policy policy for written pages
     * @param localCompaction whether compactions of other machines read the replicas of this one
     * @param sample pages that are simulated
     */
    StackPass(Policy policy, boolean localCompaction, Sample sample) {
        this.policy = policy;
        this.localCompaction = localCompaction;
        this.sample = sample;
        this.counts = CacheSizes.counts(sample.pages(1));
        this.stack = new LruStack(sample.pages(CacheSizes.LARGEST), this);
    }

    Policy policy() {
        return policy;
    }

    boolean localCompaction() {
        return localCompaction;
    }

    @Override
    public void accept(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            int first = batch.offset[i] / Disk.PAGE;
            int pages = (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE - first + 1;
            if (batch.isDeletion(i)) {
                stack.delete(batch.file[i], first, pages);
                continue;
            }
            Activity activity = batch.activity(i);
            boolean touches =
                    activity.isWrite() ? policy.inserts(batch, i, activity) : localCompaction || !batch.received(i);
            if (touches) {
                counts.kind(activity.index());
                stack.touch(batch.file[i], first, pages);
            }
        }
    }

    /** Returns the share of the pages that are read which a cache contains. */
    double hitRate(int gigabytes) {
        return 1
                - misses(gigabytes)
                        / Activity.READS.stream().mapToDouble(this::touched).sum();
    }

    /** Returns the bytes that a cache does not contain, which disks read, of all pages. */
    double diskReads(int gigabytes) {
        return misses(gigabytes) * Disk.PAGE * sample.rate();
    }

    /** Returns whether a cache evicts pages. */
    boolean isFilled(int gigabytes) {
        return counts.evictions(CacheSizes.index(gigabytes)) > 0;
    }

    private double misses(int gigabytes) {
        int size = CacheSizes.index(gigabytes);
        return Activity.READS.stream()
                .mapToDouble(activity -> touched(activity) - counts.hits(activity.index(), size))
                .sum();
    }

    private double touched(Activity activity) {
        return counts.touched(activity.index());
    }

    @Override
    public void finish() {
        stack.reportResidents();
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        counts.touched(first, pages, distance, falling);
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
