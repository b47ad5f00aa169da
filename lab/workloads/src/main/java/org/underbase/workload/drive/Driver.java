package org.underbase.workload.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Driver that runs each client in a separate thread until the {@link Bounds} are reached, {@link #stop} is called or the
 * run fails. A run always ends: an operation that takes longer than {@link Bounds#stall} fails it. One object serves one
 * run; only {@link #stop} may be called from other threads.
 */
public final class Driver {
    private static final long GRACE_SECONDS = 5;
    private static final long TICK_MILLIS = 100;

    private final Plan plan;
    private final Ticker ticker;
    private final Meter meter;
    /** Reason of the first failure; empty while there is no failure. */
    private final AtomicReference<String> failure = new AtomicReference<>("");

    private volatile boolean stopping;
    private long reported;
    private volatile boolean stoppedFromOutside;

    /**
     * Description of a run.
     *
     * @param phase name of the phase in progress reports
     * @param unit name of the counted unit, in the plural
     * @param types names of the types of operations
     * @param pacing start times of the operations
     * @param bounds end of the run and tolerated failures
     * @param reportEvery interval of progress reports and of the histogram log
     */
    public record Plan(
            String phase, String unit, List<String> types, Pacing pacing, Bounds bounds, Duration reportEvery) {
        public Plan {
            types = List.copyOf(types);
            if (reportEvery.isNegative() || reportEvery.isZero()) {
                throw new IllegalArgumentException("the interval of reports must be positive: " + reportEvery);
            }
        }
    }

    public Driver(Plan plan) {
        this(plan, Ticker.system());
    }

    Driver(Plan plan, Ticker ticker) {
        this.plan = plan;
        this.ticker = ticker;
        this.meter = new Meter(plan.types());
    }

    /** Requests the run to end after the operations in flight; does not wait. */
    public void stop() {
        stoppedFromOutside = true;
        stopping = true;
    }

    /** Runs the clients. A failure is returned in the measurement and not thrown. */
    public Measurement run(List<? extends Client> clients, Progress progress, HistogramSink sink) {
        CountDownLatch running = new CountDownLatch(clients.size());
        long start = ticker.nanos();
        List<ClientThread> threads = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            threads.add(new ClientThread(this, clients.get(i), i, clients.size(), start, running));
        }
        threads.forEach(Thread::start);
        reported = start;
        watch(threads, running, start, progress, sink);
        long end = running.getCount() > 0
                ? ticker.nanos()
                : threads.stream().mapToLong(ClientThread::endedAt).max().orElse(start);
        meter.collect(sink, seconds(reported - start), seconds(end - start));
        long overdue = threads.stream().mapToLong(thread -> thread.overdue(end)).sum();
        String reason = failure.get();
        Measurement.End how = !reason.isEmpty()
                ? Measurement.End.FAILED
                : stoppedFromOutside ? Measurement.End.STOPPED : Measurement.End.COMPLETED;
        return new Measurement(
                Duration.ofNanos(end - start),
                meter.types(),
                meter.service(),
                overdue,
                running.getCount(),
                how,
                reason);
    }

    Plan plan() {
        return plan;
    }

    Ticker ticker() {
        return ticker;
    }

    Meter meter() {
        return meter;
    }

    boolean stopping() {
        return stopping;
    }

    /** Fails the run; the first reason is kept. */
    void fail(String reason) {
        failure.compareAndSet("", reason);
        stopping = true;
    }

    /** Waits for the clients and reports progress. On return each client has exited or has exceeded the grace period. */
    private void watch(
            List<ClientThread> threads, CountDownLatch running, long start, Progress progress, HistogramSink sink) {
        long graceEnd = Long.MAX_VALUE;
        boolean interrupted = false;
        while (true) {
            try {
                if (running.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                fail("interrupted");
                threads.forEach(Thread::interrupt);
                return;
            }
            long now = ticker.nanos();
            if (now - reported >= plan.reportEvery().toNanos()) {
                report(start, now, progress, sink);
                reported = now;
            }
            for (ClientThread thread : threads) {
                if (thread.stalled(now)) {
                    fail(thread.occupation() + " has no answer for "
                            + plan.bounds().stall().toSeconds() + " s, after " + meter.done() + " operations");
                    threads.forEach(Thread::interrupt);
                    interrupted = true;
                }
            }
            if (interrupted && graceEnd == Long.MAX_VALUE) {
                graceEnd = now + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
            }
            if (now >= graceEnd) {
                return;
            }
        }
    }

    private void report(long start, long now, Progress progress, HistogramSink sink) {
        Histogram interval = meter.collect(sink, seconds(reported - start), seconds(now - start));
        Bounds bounds = plan.bounds();
        progress.report(new Progress.Report(
                plan.phase(),
                Duration.ofNanos(now - start),
                meter.done(),
                bounds.operations() == Long.MAX_VALUE ? 0 : bounds.operations(),
                plan.unit(),
                interval.getTotalCount() / seconds(now - reported),
                interval.getValueAtPercentile(50),
                interval.getValueAtPercentile(99),
                meter.errors()));
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
