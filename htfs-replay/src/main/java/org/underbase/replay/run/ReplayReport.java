package org.underbase.replay.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.underbase.htfs.format.Activity;
import org.underbase.replay.trace.TraceInput;

/**
 * Result of a replay. Latencies and lateness are in nanoseconds; -1 if there is no call.
 *
 * @param events number of events of the trace
 * @param sampled whether the trace contains only a part of the files
 * @param incomplete whether events of the trace are lost or unreadable
 * @param openLoop whether calls began at their recorded times
 * @param duration time from the start of the first call to the end of the last one
 * @param processorTime processor time of this JVM during the replay
 * @param lateness delays of the starts of calls
 * @param calls results by call
 * @param bytes bytes by activity
 * @param missingPolicies erasure coding and storage policies of new files that the target lacks
 * @param diverged number of calls with another outcome than in the trace
 * @param examples the first of them
 * @param stopped whether the replay stopped because too many calls diverged
 * @param leftOpen number of streams that were open at the end
 */
public record ReplayReport(
        long events,
        boolean sampled,
        boolean incomplete,
        boolean openLoop,
        Duration duration,
        Duration processorTime,
        Lateness lateness,
        List<OfCall> calls,
        List<OfActivity> bytes,
        Set<String> missingPolicies,
        long diverged,
        List<String> examples,
        boolean stopped,
        int leftOpen) {
    private static final long OVERDRIVEN_NANOS = Duration.ofMillis(10).toNanos();

    /** Quantiles of the time from when a call should have begun until it did. */
    public record Lateness(long p50, long p90, long p99, long max) {}

    /** Results of a call; latencies of failed calls do not count. */
    public record OfCall(
            String call,
            long made,
            long covered,
            long skipped,
            long failed,
            long diverged,
            long tracedP50,
            long tracedP99,
            long replayP50,
            long replayP99) {}

    /** Bytes that the reads and writes of an activity moved. */
    public record OfActivity(String activity, long traced, long replayed) {}

    /** Whether the target or this machine was too slow for the speed. */
    public boolean overdriven() {
        return openLoop && lateness.p99 > OVERDRIVEN_NANOS;
    }

    static ReplayReport of(
            TraceInput trace,
            boolean openLoop,
            Duration processorTime,
            Tally tally,
            Set<String> missingPolicies,
            boolean stopped,
            int leftOpen) {
        List<OfCall> calls = new ArrayList<>();
        tally.calls()
                .forEach((call, sums) -> calls.add(new OfCall(
                        call.label(),
                        sums.made,
                        sums.covered,
                        sums.skipped,
                        sums.failed,
                        sums.diverged,
                        at(sums.traced, 50),
                        at(sums.traced, 99),
                        at(sums.replayed, 50),
                        at(sums.replayed, 99))));
        List<OfActivity> bytes = new ArrayList<>();
        for (Activity activity : Activity.values()) {
            Tally.Bytes moved = tally.bytes().get(activity);
            bytes.add(new OfActivity(activity.label(), moved.traced, moved.replayed));
        }
        return new ReplayReport(
                trace.events(),
                trace.sampled(),
                !trace.report().complete() || trace.report().drops().total() > 0,
                openLoop,
                Duration.ofNanos(tally.endNanos()),
                processorTime,
                new Lateness(tally.lateness(50), tally.lateness(90), tally.lateness(99), tally.lateness(100)),
                calls,
                bytes,
                missingPolicies,
                tally.diverged(),
                tally.examples(),
                stopped,
                leftOpen);
    }

    private static long at(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0 ? -1 : histogram.getValueAtPercentile(percentile);
    }
}
