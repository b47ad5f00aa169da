package org.underbase.bench.tracer.micro;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Lets a thread make at most a million events a second, in batches whose time alone is measured. A thread that only
 * records, without ever reading or writing, would overrun any recorder and measure how fast events are thrown away; no
 * HDFS client comes near a million calls a second. The wait spins, so that the caches and the clock of the core stay as
 * they are.
 */
@State(Scope.Thread)
public class Pace {
    /** Calls in a batch: less than half of a thread's ring. */
    public static final int BATCH = 1024;

    private static final long NANOS_PER_BATCH = BATCH * 1000L;

    private long next = System.nanoTime();

    /** Waits until the next batch is due. */
    @Setup(Level.Invocation)
    public void await() {
        while (System.nanoTime() - next < 0) {
            Thread.onSpinWait();
        }
        next = System.nanoTime() + NANOS_PER_BATCH;
    }
}
