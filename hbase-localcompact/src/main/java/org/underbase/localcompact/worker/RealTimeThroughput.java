package org.underbase.localcompact.worker;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Throughput controller that applies the server's compaction limit to a merge. It restores the real clock for the delegate,
 * which measures by HBase's clock. It also aborts cancelled merges.
 */
public final class RealTimeThroughput implements ThroughputController {
    /** Bytes between two calls of the delegate: HBase calls this class for each cell, and each change of the clock allocates. */
    static final int PORTION = 64 << 10;

    private final ThroughputController real;
    private final BooleanSupplier cancelled;
    private final MergeTimes times;
    private long merged;

    /**
     * Wraps a controller.
     *
     * @param real controller of the server
     * @param cancelled whether the merge is to abort
     */
    public RealTimeThroughput(ThroughputController real, BooleanSupplier cancelled) {
        this(real, cancelled, new MergeTimes(System::nanoTime));
    }

    /** Wraps a controller, and adds its waits to the times of the merge. */
    RealTimeThroughput(ThroughputController real, BooleanSupplier cancelled, MergeTimes times) {
        this.real = real;
        this.cancelled = cancelled;
        this.times = times;
    }

    @Override
    public void setup(RegionServerServices server) {
        throw new IllegalStateException("the server sets up its own controller");
    }

    @Override
    public void start(String name) {
        PinnedClock.atRealTime(() -> real.start(name));
    }

    @Override
    public long control(String name, long size) throws InterruptedException {
        merged += size;
        if (merged < PORTION) {
            return 0;
        }
        long portion = merged;
        merged = 0;
        if (cancelled.getAsBoolean()) {
            throw new InterruptedException("the merge was cancelled");
        }
        long[] slept = new long[1];
        PinnedClock.atRealTime(() -> slept[0] = real.control(name, portion));
        if (slept[0] > 0) {
            times.add(MergeTimes.Part.LIMIT, times.now() - TimeUnit.MILLISECONDS.toNanos(slept[0]));
        }
        return slept[0];
    }

    @Override
    public void finish(String name) {
        PinnedClock.atRealTime(() -> real.finish(name));
    }

    @Override
    public void stop(String why) {
        throw new IllegalStateException("the server stops its own controller");
    }

    @Override
    public boolean isStopped() {
        return real.isStopped();
    }
}
