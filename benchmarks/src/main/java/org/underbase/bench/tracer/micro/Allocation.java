package org.underbase.bench.tracer.micro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Bytes that the measuring thread itself allocated. JMH's GC profiler, which is shown beside it, counts the whole process:
 * the background thread that compresses and writes too.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Read by JMH after each iteration. */
    public long allocatedBytes;

    /** Read by JMH after each iteration. */
    public long batches;

    private long before;

    /** Starts counting. */
    @Setup(Level.Iteration)
    public void start() {
        batches = 0;
        before = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Stops counting. */
    @TearDown(Level.Iteration)
    public void stop() {
        allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
