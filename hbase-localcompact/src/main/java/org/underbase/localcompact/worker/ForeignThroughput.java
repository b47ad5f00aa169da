package org.underbase.localcompact.worker;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Throughput controller of one merge for another server. It uses a separate budget, because HBase's controller divides the
 * server's limit by the number of compactions, even if they wait.
 */
final class ForeignThroughput implements ThroughputController {
    private final RateBudget budget;
    private final DoubleSupplier bytesPerSecond;
    private final Sleeper sleeper;

    /** Source of waits. */
    @FunctionalInterface
    interface Sleeper {
        void sleep(long nanos) throws InterruptedException;
    }

    /** {@code bytesPerSecond} is the current total throughput of the budget. */
    ForeignThroughput(RateBudget budget, DoubleSupplier bytesPerSecond, Sleeper sleeper) {
        this.budget = budget;
        this.bytesPerSecond = bytesPerSecond;
        this.sleeper = sleeper;
    }

    @Override
    public void setup(RegionServerServices server) {
        throw new IllegalStateException("a controller of one merge");
    }

    @Override
    public void start(String name) {
        // Only bytes use the budget.
    }

    @Override
    public long control(String name, long size) throws InterruptedException {
        long nanos = budget.take(size, bytesPerSecond.getAsDouble());
        if (nanos > 0) {
            sleeper.sleep(nanos);
        }
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    @Override
    public void finish(String name) {
        // Only bytes use the budget.
    }

    @Override
    public void stop(String why) {
        throw new IllegalStateException("a controller of one merge");
    }

    @Override
    public boolean isStopped() {
        return false;
    }
}
