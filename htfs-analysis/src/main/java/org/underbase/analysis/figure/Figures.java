package org.underbase.analysis.figure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The results of all figures for one trace. */
public final class Figures {
    private final List<Result<?>> results;

    Figures(List<Result<?>> results) {
        this.results = List.copyOf(results);
    }

    record Result<R>(Figure<?, R> figure, R value) {
        void addJson(ObjectNode json) {
            figure.addJson(value, json);
        }
    }

    private record Placed(Figure<?, ?> figure, Chart chart) {}

    /**
     * Returns the result of one figure.
     *
     * @throws IllegalArgumentException if no figure has this result type
     */
    public <R> R get(Class<R> resultType) {
        return results.stream()
                .filter(result -> result.figure().resultType() == resultType)
                .findFirst()
                .map(result -> resultType.cast(result.value()))
                .orElseThrow(() -> new IllegalArgumentException("no figure has the result " + resultType.getName()));
    }

    /** Returns the results of all figures, in the order of the figures. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        results.forEach(result -> result.addJson(json));
        return json;
    }

    /** Returns the caption of every chart by its ID, in the order of the figures. */
    public ObjectNode captions() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (Result<?> result : results) {
            for (Chart chart : result.figure().charts()) {
                json.put(chart.id(), chart.caption().apply(this));
            }
        }
        return json;
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
