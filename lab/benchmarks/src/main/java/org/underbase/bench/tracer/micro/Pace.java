package org.underbase.bench.tracer.micro;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Lets a thread make a batch of calls, and then waits until the next is due; the batches' time alone is measured. A
 * thread that only records, without ever reading or writing, would overrun any recorder and measure how fast events are
 * thrown away. A hundred thousand calls a second is still several times what a thread gets from HDFS with 4 KiB reads.
 */
@State(Scope.Thread)
public class Pace {
    /** Calls in a batch: a little less than half of a ring, so that waking the drainer is part of almost every batch. */
    public static final int BATCH = 2000;

    private static final long NANOS_PER_BATCH = BATCH * 10_000L;

    private long next;

    private boolean paced;

    /** The warm-up is flat out, so that the compiler has seen enough when it counts. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
        paced = iteration.getType() == IterationType.MEASUREMENT;
        next = System.nanoTime();
    }

    /** Waits until the next batch is due. */
    @Setup(Level.Invocation)
    public void await() {
        for (long left = next - System.nanoTime(); paced && left > 0; left = next - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        next = System.nanoTime() + NANOS_PER_BATCH;
    }
}
