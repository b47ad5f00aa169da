package org.underbase.tier.namenode.monitor;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.underbase.tier.namenode.retrieval.TierTopology;

/** Holds of the namesystem's read lock by the monitor: each within limits, all within a fraction of the time. */
final class MonitorLock {
    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final double fraction;
    private final HoldTimes times = new HoldTimes();

    /** @param fraction maximum fraction of the time for which the lock is held */
    MonitorLock(FSNamesystem namesystem, TierTopology topology, double fraction) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.fraction = fraction;
    }

    HoldTimes times() {
        return times;
    }

    /**
     * Executes work under the lock.
     *
     * @param work work that ends when its hold is over
     * @return time under lock, in nanoseconds
     */
    long hold(Consumer<LockHold> work) {
        // Rebuilds the index, if necessary, while the lock is free.
        topology.index();
        namesystem.readLock();
        long collections = HoldTimes.collections();
        LockHold hold = new LockHold(LockHold.BLOCKS, System::nanoTime);
        long nanos;
        try {
            work.accept(hold);
        } finally {
            nanos = hold.nanos();
            namesystem.readUnlock("tierMonitor");
            times.record(hold, nanos, HoldTimes.collections() != collections);
        }
        return nanos;
    }

    /** Leaves the lock free for the rest of its allowed fraction, after a hold of a time. */
    void rest(long heldNanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (heldNanos * (1 / fraction - 1)));
    }
}
