package org.underbase.bench.tracer.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.underbase.bench.tracer.paired.Mark;
import org.underbase.bench.tracer.paired.Toggled;
import org.underbase.htfs.record.TracerMXBean;

/**
 * Threads that make calls without a pause until they are closed. A mark is taken by each thread between two of its calls, so
 * that no call is counted in part.
 */
final class Callers implements Toggled, AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String TRACER_THREADS = "underbase-trace";
    private static final long POLL_NANOS = 20_000;

    private final TracerMXBean tracer;
    private final List<Caller> callers = new ArrayList<>();
    private volatile long wanted;
    private volatile boolean stopped;

    /** Work of one thread; closed by the thread. */
    interface Work extends Closeable {
        /** Makes one call. */
        void call() throws IOException;
    }

    private final class Caller extends Thread {
        private final Work work;
        private volatile long taken;
        private volatile IOException failure;
        private long calls;
        private long cpuNanos;

        Caller(Work work, int index) {
            super("bench-caller-" + index);
            this.work = work;
        }

        @Override
        public void run() {
            long seen = 0;
            long made = 0;
            try (work) {
                while (!stopped) {
                    work.call();
                    made++;
                    long mark = wanted;
                    if (mark != seen) {
                        seen = mark;
                        calls = made;
                        cpuNanos = THREADS.getCurrentThreadCpuTime();
                        taken = mark;
                    }
                }
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /**
     * Starts one thread per work.
     *
     * @param tracer tracer of this process
     * @param works work of each thread
     */
    Callers(TracerMXBean tracer, List<Work> works) {
        this.tracer = tracer;
        for (Work work : works) {
            callers.add(new Caller(work, callers.size()));
        }
        callers.forEach(Thread::start);
    }

    @Override
    public void record(boolean on) {
        tracer.setOn(on);
    }

    @Override
    public void changeNothing() {
        tracer.setLimitAction(tracer.getLimitAction());
    }

    @Override
    public Mark mark() throws IOException {
        long mark = wanted + 1;
        wanted = mark;
        long calls = 0;
        long nanos = 0;
        for (Caller caller : callers) {
            while (caller.taken != mark) {
                if (caller.failure != null || !caller.isAlive()) {
                    throw new IOException(caller.getName() + " failed: " + caller.failure, caller.failure);
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            calls += caller.calls;
            nanos += caller.cpuNanos;
        }
        return new Mark(calls, nanos, tracerNanos());
    }

    private static long tracerNanos() {
        long nanos = 0;
        for (var thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(TRACER_THREADS)) {
                nanos += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos;
    }

    /** Ends the threads after their calls in flight. */
    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Caller caller : callers) {
            caller.join();
        }
    }
}
