package org.underbase.bench.tracer.micro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Allocated bytes and CPU time of the measuring thread in its batches. JMH's GC profiler counts the complete process,
 * including JMH and the background thread that compresses and writes; JMH's clock includes other processes of the machine. The
 * counters are read inside the batch, because JMH allocates around it; that costs half a nanosecond per call.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CallingThread {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Counter that JMH reads after each iteration. */
    public long allocatedBytes;

    /** Counter that JMH reads after each iteration. */
    public long cpuNanos;

    /** Counter that JMH reads after each iteration. */
    public long batches;

    private long bytesBefore;
    private long cpuBefore;

    void begin() {
        cpuBefore = THREADS.getCurrentThreadCpuTime();
        bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    }

    void end() {
        allocatedBytes += THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
        cpuNanos += THREADS.getCurrentThreadCpuTime() - cpuBefore;
        batches++;
    }
}
