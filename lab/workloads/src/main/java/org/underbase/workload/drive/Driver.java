package org.underbase.workload.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Runs clients, each in a thread of its own, until the {@link Bounds} are reached, somebody {@linkplain #stop stops} it
 * or it fails. A run always ends: an operation that takes longer than {@link Bounds#stall} fails the run. One object is
 * for one run; only {@link #stop} may be called from other threads.
 */
public final class Driver {
    private static final long GRACE_SECONDS = 5;
    private static final long TICK_MILLIS = 100;

    private final Plan plan;
    private final Ticker ticker;
    private final Meter meter;
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private long reported;
    private volatile boolean stoppedFromOutside;

    /**
     * @param phase its name in reports of progress
     * @param unit what is counted, in the plural
     * @param types the names of the types of operations
     * @param pacing when operations start
     * @param bounds when the run ends
     * @param reportEvery distance of reports of progress and of intervals in the histogram log
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

    /** Asks the run to end after the operations under way; returns at once. */
    public void stop() {
        stoppedFromOutside = true;
        stopping = true;
    }

    /** Runs the clients; what goes wrong is in the measurement, never thrown. */
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
        Optional<String> why = Optional.ofNullable(failure.get());
        Measurement.End how = why.isPresent()
                ? Measurement.End.FAILED
                : stoppedFromOutside ? Measurement.End.STOPPED : Measurement.End.COMPLETED;
        return new Measurement(
                Duration.ofNanos(end - start), meter.types(), meter.service(), overdue, running.getCount(), how, why);
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

    /** Ends the run because of {@code why}; the first reason counts. */
    void fail(String why) {
        failure.compareAndSet(null, why);
        stopping = true;
    }

    /** Waits for the clients and reports meanwhile; afterwards all have ended or are given up. */
    private void watch(
            List<ClientThread> threads, CountDownLatch running, long start, Progress progress, HistogramSink sink) {
        long giveUpAt = Long.MAX_VALUE;
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
            if (interrupted && giveUpAt == Long.MAX_VALUE) {
                giveUpAt = now + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
            }
            if (now >= giveUpAt) {
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
