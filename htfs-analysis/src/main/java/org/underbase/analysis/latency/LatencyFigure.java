package org.underbase.analysis.latency;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Call;

/** Number, failures and percentiles of the duration of calls, by call and by activity. */
public final class LatencyFigure implements Figure<Durations, Latencies> {
    @Override
    public Class<Latencies> resultType() {
        return Latencies.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.NONE;
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
        return whole.finish();
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of(
                "latencies", Set.of(Quantity.LATENCIES),
                "callsWithoutLatency", Set.of(Quantity.LATENCIES),
                "calls", Set.of(Quantity.ACTIVITIES, Quantity.METADATA, Quantity.FAILURES));
    }

    @Override
    public void addJson(Latencies latencies, ObjectNode json) {
        json.put("callsWithoutLatency", latencies.unknown());
        ArrayNode array = json.putArray("latencies");
        for (Latencies.OfCall of : latencies.byCall()) {
            ObjectNode node = array.addObject().put("call", of.call().label());
            addJson(of.all(), node);
            ArrayNode activities = node.putArray("byActivity");
            for (Latencies.OfActivity part : of.byActivity()) {
                addJson(
                        part.outcomes(),
                        activities.addObject().put("activity", part.activity().label()));
            }
        }
    }

    private static void addJson(Latencies.Outcomes of, ObjectNode node) {
        node.put("count", of.count()).put("failed", of.failed().count()).put("inSeries", of.inSeries());
        addJson(of.succeeded(), node);
        if (of.failed().count() > 0) {
            addJson(of.failed(), node.putObject("failures"));
        }
    }

    private static void addJson(Latencies.Percentiles percentiles, ObjectNode node) {
        node.put("p50Nanos", percentiles.p50())
                .put("p90Nanos", percentiles.p90())
                .put("p99Nanos", percentiles.p99())
                .put("maxNanos", percentiles.max());
    }

    @Override
    public void addCsv(Latencies latencies, CsvTables tables) {
        CsvTables.Table counts = tables.table("calls", "calls", "call", "calls");
        CsvTables.Table failures = tables.table("failed-calls", "calls", "call", "calls");
        CsvTables.Table durations = tables.table("latencies", "latencies", "call", "ns");
        for (Latencies.OfCall of : latencies.byCall()) {
            String call = of.call().label();
            addCsv("all, ", call, of.all(), durations);
            for (Latencies.OfActivity part : of.byActivity()) {
                String activity = part.activity().label();
                counts.row(activity, call, part.outcomes().count());
                failures.row(activity, call, part.outcomes().failed().count());
                addCsv(activity + ", ", call, part.outcomes(), durations);
            }
        }
    }

    private static void addCsv(String series, String call, Latencies.Outcomes of, CsvTables.Table table) {
        addCsv(series, call, of.succeeded(), table);
        addCsv(series + "failed, ", call, of.failed(), table);
    }

    private static void addCsv(String series, String call, Latencies.Percentiles of, CsvTables.Table table) {
        if (of.count() > 0) {
            table.row(series + "p50", call, of.p50());
            table.row(series + "p90", call, of.p90());
            table.row(series + "p99", call, of.p99());
            table.row(series + "max", call, of.max());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("calls", 68, LatencyFigure::calls), new Chart("latencies", 70, LatencyFigure::latencies));
    }

    private static String calls(Figures figures) {
        Latencies latencies = figures.get(Latencies.class);
        Optional<Latencies.OfCall> most = latencies.byCall().stream()
                .max(Comparator.comparingLong(of -> of.all().count()));
        return most.isEmpty()
                ? "The trace contains no calls."
                : Format.percent(100.0 * latencies.failed() / latencies.count()) + " of "
                        + Format.count(latencies.count()) + " calls failed; the most frequent call, "
                        + most.get().call().label() + ", is "
                        + Format.percent(100.0 * most.get().all().count() / latencies.count())
                        + " of all. The paper reports no numbers of calls.";
    }

    private static String latencies(Figures figures) {
        Latencies latencies = figures.get(Latencies.class);
        String paper = "the paper reports no latencies by call, and "
                + Format.nanos(Math.round(Paper.DISK_REQUEST_MS * 1e6)) + " for a simulated disk request.";
        Optional<Latencies.OfCall> most = latencies.byCall().stream()
                .filter(of -> of.call().kind() == Call.Kind.READ
                        && of.all().succeeded().count() > 0)
                .max(Comparator.comparingLong(of -> of.all().succeeded().count()));
        if (most.isEmpty()) {
            return "Nothing was read, so there is no latency to compare; " + paper;
        }
        Latencies.Percentiles of = most.get().all().succeeded();
        return "The most frequent read, " + most.get().call().label() + ", takes " + Format.nanos(of.p50())
                + " in the median and " + Format.nanos(of.p99()) + " at the 99th percentile; " + paper
                + unknown(latencies.unknown());
    }

    private static String unknown(long calls) {
        return calls == 0
                ? ""
                : " The latencies of " + Format.count(calls)
                        + " calls are unknown: memory was short while recording, so that several reads are one event.";
    }
}
