package org.underbase.tier.namenode.monitor;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Distribution of the monitor's holds of the namesystem's lock since the start, apart from those during which the JVM
 * collected garbage. Thread-safe.
 */
public final class HoldTimes {
    /** Number of buckets per doubling of the time: a percentile is at most 9% too high. */
    private static final int PER_DOUBLING = 8;

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final long[] buckets = new long[Long.SIZE * PER_DOUBLING];
    private long count;
    private long total;
    private long max;
    private long maxWithCollection;
    private long blocks;
    private long datanodes;

    /** Returns the number of garbage collections of this JVM. */
    static long collections() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            sum += collector.getCollectionCount();
        }
        return sum;
    }

    /**
     * Records a completed hold.
     *
     * @param nanos its time, in nanoseconds
     * @param collected whether the JVM collected garbage during the hold
     */
    synchronized void record(LockHold hold, long nanos, boolean collected) {
        blocks = Math.max(blocks, hold.blocks());
        datanodes = Math.max(datanodes, hold.datanodes());
        total += nanos;
        if (collected) {
            maxWithCollection = Math.max(maxWithCollection, nanos);
            return;
        }
        buckets[bucket(nanos)]++;
        count++;
        max = Math.max(max, nanos);
    }

    private static int bucket(long nanos) {
        return (int) (Math.log((double) Math.max(1, nanos)) / Math.log(2) * PER_DOUBLING);
    }

    /** Returns the number of holds without garbage collection. */
    public synchronized long count() {
        return count;
    }

    /** Returns the time of all holds together, in microseconds. */
    public synchronized long totalMicros() {
        return TimeUnit.NANOSECONDS.toMicros(total);
    }

    /** Returns the time, in microseconds, that 99% of the holds without garbage collection do not exceed. */
    public synchronized long p99Micros() {
        long below = 0;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            below += buckets[bucket];
            if (below > 0 && below >= Math.ceil(count * 0.99)) {
                long limit = (long) Math.pow(2, (bucket + 1.0) / PER_DOUBLING);
                return TimeUnit.NANOSECONDS.toMicros(Math.min(limit, max));
            }
        }
        return 0;
    }

    /** Returns the maximum without garbage collection, in microseconds. */
    public synchronized long maxMicros() {
        return TimeUnit.NANOSECONDS.toMicros(max);
    }

    /** Returns the maximum of the holds with a garbage collection, in microseconds; 0 without such a hold. */
    public synchronized long maxMicrosWithCollection() {
        return TimeUnit.NANOSECONDS.toMicros(maxWithCollection);
    }

    /** Returns the maximum number of blocks that a hold examined. */
    public synchronized long maxBlocks() {
        return blocks;
    }

    /** Returns the maximum number of DataNodes that a hold examined as targets of moves. */
    public synchronized long maxDatanodes() {
        return datanodes;
    }
}
