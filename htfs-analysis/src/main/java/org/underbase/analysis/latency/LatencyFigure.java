package org.underbase.analysis.latency;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Percentiles of the duration of calls, by call. */
public final class LatencyFigure implements Figure<LatencyFigure.Durations, LatencyFigure.Latencies> {
    /**
     * Latencies of all calls.
     *
     * @param byCall one entry for each call that occurred, in the order of the enum
     * @param unknown number of calls whose latencies were not recorded
     */
    public record Latencies(List<OfCall> byCall, long unknown) {
        public Latencies {
            byCall = List.copyOf(byCall);
        }
    }

    /**
     * Latencies of one call. A call that fails may take no time or a timeout, so that failures have percentiles of their own.
     *
     * @param succeeded latencies of the calls that returned
     * @param failed latencies of the calls that threw an exception
     */
    public record OfCall(Call call, Percentiles succeeded, Percentiles failed) {
        /** Returns the number of calls. */
        public long count() {
            return succeeded.count() + failed.count();
        }
    }

    /** Latencies in nanoseconds, to three significant digits; 0 without calls. */
    public record Percentiles(long count, long p50, long p90, long p99, long max) {
        private static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0);

        private static Percentiles of(Histogram durations) {
            return durations == null
                    ? NONE
                    : new Percentiles(
                            durations.getTotalCount(),
                            durations.getValueAtPercentile(50),
                            durations.getValueAtPercentile(90),
                            durations.getValueAtPercentile(99),
                            durations.getMaxValue());
        }
    }

    @Override
    public Class<Latencies> resultType() {
        return Latencies.class;
    }

    @Override
    public int position() {
        return 50;
    }

    @Override
    public Durations start(TraceFacts trace) {
        return new Durations();
    }

    @Override
    public Latencies finish(Durations whole, TraceFacts trace) {
        List<OfCall> byCall = new ArrayList<>();
        for (Call call : Call.values()) {
            OfCall of = new OfCall(
                    call, Percentiles.of(whole.succeeded[call.code()]), Percentiles.of(whole.failed[call.code()]));
            if (of.count() > 0) {
                byCall.add(of);
            }
        }
        return new Latencies(byCall, whole.unknown);
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("latencies", Set.of(Quantity.LATENCIES), "callsWithoutLatency", Set.of(Quantity.LATENCIES));
    }

    @Override
    public void addJson(Latencies latencies, ObjectNode json) {
        json.put("callsWithoutLatency", latencies.unknown());
        ArrayNode array = json.putArray("latencies");
        for (OfCall of : latencies.byCall()) {
            ObjectNode node = array.addObject()
                    .put("call", of.call().label())
                    .put("count", of.count())
                    .put("failed", of.failed().count());
            addJson(of.succeeded(), node);
            if (of.failed().count() > 0) {
                addJson(of.failed(), node.putObject("failures"));
            }
        }
    }

    private static void addJson(Percentiles percentiles, ObjectNode node) {
        node.put("p50Nanos", percentiles.p50())
                .put("p90Nanos", percentiles.p90())
                .put("p99Nanos", percentiles.p99())
                .put("maxNanos", percentiles.max());
    }

    private static String unknown(Figures figures) {
        long calls = figures.get(Latencies.class).unknown();
        return calls == 0
                ? ""
                : " The latencies of " + Format.count(calls)
                        + " calls are unknown: memory was short while recording, so that several reads are one event.";
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("latencies", 70, LatencyFigure::caption));
    }

    private static String caption(Figures figures) {
        String paper = "the paper reports no latencies by call, and "
                + Format.nanos(Math.round(Paper.DISK_REQUEST_MS * 1e6)) + " for a simulated disk request.";
        Optional<OfCall> most = figures.get(Latencies.class).byCall().stream()
                .filter(of ->
                        of.call().kind() == Call.Kind.READ && of.succeeded().count() > 0)
                .max(Comparator.comparingLong(of -> of.succeeded().count()));
        if (most.isEmpty()) {
            return "Nothing was read, so there is no latency to compare; " + paper;
        }
        OfCall of = most.get();
        return "The most frequent read, " + of.call().label() + ", takes "
                + Format.nanos(of.succeeded().p50())
                + " in the median and " + Format.nanos(of.succeeded().p99()) + " at the 99th percentile; " + paper
                + unknown(figures);
    }

    /** Two histograms of durations for each call that occurs, by its code; at most about 200 KB each. */
    public static final class Durations implements EventPartial<Durations> {
        private static final int DIGITS = 3;
        private static final int CODES = 256;
        /** Upper limit of a recorded duration: one week. */
        private static final long LONGEST_NANOS = 7L * 24 * 3600 * 1_000_000_000;

        private final Histogram[] succeeded = new Histogram[CODES];
        private final Histogram[] failed = new Histogram[CODES];

        private long unknown;

        private Durations() {}

        @Override
        public void accept(TraceEvent event) {
            if (event.call() == Call.READ_SERIES || event.call() == Call.LOST) {
                unknown += event.call() == Call.LOST ? event.length() : event.calls();
                return;
            }
            if (event.calls() == 0) {
                return;
            }
            int call = event.call().code();
            Histogram[] histograms = event.exception().isEmpty() ? succeeded : failed;
            if (histograms[call] == null) {
                histograms[call] = new Histogram(DIGITS);
            }
            histograms[call].recordValue(Math.min(LONGEST_NANOS, Math.max(0, event.durationNanos())));
        }

        @Override
        public void transfer(Fields fields) throws IOException {
            unknown = fields.number(unknown);
            fields.histograms(succeeded);
            fields.histograms(failed);
        }

        @Override
        public void merge(Durations later) {
            unknown += later.unknown;
            merge(succeeded, later.succeeded);
            merge(failed, later.failed);
        }

        private static void merge(Histogram[] mine, Histogram[] later) {
            for (int i = 0; i < CODES; i++) {
                if (mine[i] == null) {
                    mine[i] = later[i];
                } else if (later[i] != null) {
                    mine[i].add(later[i]);
                }
            }
        }
    }
}
