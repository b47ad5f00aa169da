package org.underbase.bench.tracer.micro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the measuring thread itself spent in its batches: bytes allocated and CPU time. JMH's GC profiler counts the whole
 * process instead, the background thread that compresses and writes and JMH included; JMH's clock counts what else the
 * machine ran meanwhile. Asked for inside the batch, since JMH allocates around it; that costs half a nanosecond a call.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CallingThread {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Read by JMH after each iteration. */
    public long allocatedBytes;

    /** Read by JMH after each iteration. */
    public long cpuNanos;

    /** Read by JMH after each iteration. */
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
