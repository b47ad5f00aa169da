package org.underbase.bench.tracer.micro;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Schedule of batches of calls; only the batches are measured. A thread that records without reading or writing overruns any
 * recorder and would measure the rate of dropped events. 100,000 calls/s is several times the rate that a thread reaches with
 * 4 KiB reads from HDFS.
 */
@State(Scope.Thread)
public class Pace {
    /** Calls per batch: slightly less than half of a ring, so that almost every batch wakes the drainer. */
    public static final int BATCH = 2000;

    private static final long NANOS_PER_BATCH = BATCH * 10_000L;

    private long next;

    private boolean paced;

    /** Starts the schedule; the warm-up has no pauses, so that the JIT compiles the code before the measurement. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
        paced = iteration.getType() == IterationType.MEASUREMENT;
        next = System.nanoTime();
    }

    /** Waits for the scheduled time of the next batch. */
    @Setup(Level.Invocation)
    public void await() {
        for (long left = next - System.nanoTime(); paced && left > 0; left = next - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        next = System.nanoTime() + NANOS_PER_BATCH;
    }
}
