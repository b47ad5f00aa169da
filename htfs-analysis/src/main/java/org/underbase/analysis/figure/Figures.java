package org.underbase.analysis.figure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** The results of all figures for one trace. */
public final class Figures {
    private static final String NOT_AVAILABLE = "notAvailable";

    private final List<Result<?>> results;
    private final TraceFacts trace;
    private final boolean complete;
    private final Missing missing;

    Figures(List<Result<?>> results, TraceFacts trace, boolean complete) {
        this(results, trace, complete, Missing.NONE);
    }

    private Figures(List<Result<?>> results, TraceFacts trace, boolean complete, Missing missing) {
        this.results = List.copyOf(results);
        this.trace = trace;
        this.complete = complete;
        this.missing = missing;
    }

    /** Returns the facts of the trace. */
    public TraceFacts trace() {
        return trace;
    }

    /** Whether these are the results of all figures. */
    public boolean isComplete() {
        return complete;
    }

    /** Copies the results of a trace that lacks some quantities. */
    public Figures without(Missing quantities) {
        return new Figures(results, trace, complete, quantities);
    }

    /** Returns what the trace lacks. */
    public Missing missing() {
        return missing;
    }

    /**
     * Returns the reason why a part of the results is not available; empty if it is available.
     *
     * @param part ID of a chart, or path of a value in {@link #json}
     */
    public Optional<String> notAvailable(String part) {
        return results.stream()
                .map(result -> result.figure().needs().get(part))
                .filter(Objects::nonNull)
                .findFirst()
                .flatMap(missing::reason);
    }

    record Result<R>(Figure<?, R> figure, R value) {
        void addJson(ObjectNode json) {
            figure.addJson(value, json);
        }

        void addCsv(CsvTables tables) {
            figure.addCsv(value, tables);
        }

        void estimates(EstimateSink sink) {
            figure.estimates(value, sink);
        }
    }

    private record Placed(Figure<?, ?> figure, Chart chart) {}

    /** Returns the result of one figure; empty if it was not computed. */
    public <R> Optional<R> find(Class<R> resultType) {
        return results.stream()
                .filter(result -> result.figure().resultType() == resultType)
                .findFirst()
                .map(result -> resultType.cast(result.value()));
    }

    /**
     * Returns the result of one figure.
     *
     * @throws IllegalArgumentException if no figure has this result type
     */
    public <R> R get(Class<R> resultType) {
        return find(resultType)
                .orElseThrow(() -> new IllegalArgumentException("no figure has the result " + resultType.getName()));
    }

    /**
     * Returns the results of all figures, in the order of the figures. A value that is not available is an object whose only
     * field, {@code notAvailable}, is the reason.
     */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        results.forEach(result -> result.addJson(json));
        for (Result<?> result : results) {
            // In the order of the paths: an object comes before its fields.
            for (String part : new TreeSet<>(result.figure().needs().keySet())) {
                notAvailable(part).ifPresent(reason -> replace(json, part, reason));
            }
        }
        return json;
    }

    private static void replace(ObjectNode json, String part, String reason) {
        int dot = part.lastIndexOf('.');
        JsonNode parent = dot < 0 ? json : json.at("/" + part.substring(0, dot).replace('.', '/'));
        String name = part.substring(dot + 1);
        if (parent instanceof ObjectNode object && object.has(name)) {
            object.putObject(name).put(NOT_AVAILABLE, reason);
        }
    }

    /** Passes the numbers of all figures that can be estimated for all files from some of them. */
    public void estimates(EstimateSink sink) {
        results.forEach(result -> result.estimates(sink));
    }

    /** Returns the tables of all figures in CSV, by their names. */
    public Map<String, String> csv() {
        CsvTables tables = new CsvTables(part -> notAvailable(part).isEmpty());
        results.forEach(result -> result.addCsv(tables));
        return tables.texts();
    }

    /** Returns the caption of every chart by its ID, in the order of the figures. */
    public ObjectNode captions() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (Result<?> result : results) {
            for (Chart chart : result.figure().charts()) {
                json.put(
                        chart.id(),
                        notAvailable(chart.id())
                                .map(reason -> "Not available: " + reason + ".")
                                .orElseGet(() -> chart.caption().apply(this)));
            }
        }
        return json;
    }

    /** Returns the IDs of the charts whose numbers are those of the recorded files if a trace is sampled. */
    public List<String> unscaledCharts() {
        return results.stream()
                .filter(result -> !result.figure().isScaled())
                .flatMap(result -> result.figure().charts().stream())
                .map(Chart::id)
                .toList();
    }

    /** Returns the IDs of the charts for whose numbers a sampled trace gives estimates. */
    public List<String> estimatedCharts() {
        return results.stream()
                .filter(result -> result.figure().isEstimable())
                .flatMap(result -> result.figure().charts().stream())
                .map(Chart::id)
                .toList();
    }

    /**
     * Returns the scripts of all charts, in the order of the page.
     *
     * @throws IOException if a script is missing on the class path
     */
    public String scripts() throws IOException {
        List<Placed> charts = new ArrayList<>();
        for (Result<?> result : results) {
            result.figure().charts().forEach(chart -> charts.add(new Placed(result.figure(), chart)));
        }
        charts.sort(Comparator.comparingInt(placed -> placed.chart().position()));
        List<String> scripts = new ArrayList<>();
        for (Placed placed : charts) {
            scripts.add(script(placed.figure().getClass(), placed.chart().id() + ".js"));
        }
        return String.join("\n", scripts);
    }

    private static String script(Class<?> figure, String name) throws IOException {
        try (InputStream in = figure.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the chart script " + name + " is missing in the package of " + figure.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
