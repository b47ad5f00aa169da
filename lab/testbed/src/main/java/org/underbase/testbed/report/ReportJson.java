package org.underbase.testbed.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.underbase.operator.output.JsonText;

/**
 * Formats reports as JSON. A benchmark: {@code {benchmark, setting{}, metrics{key: number or null}, targets[{metric, target,
 * verdict}], series[{name, unit, underbase[], stock[], ratioMedian} or {name, unit, runs[], median}],
 * published[{quantity, value}], notes[]}}.
 */
public final class ReportJson {
    private ReportJson() {}

    /**
     * Formats the result of a benchmark.
     *
     * @param report the result
     * @param setting date, versions and machine
     * @return one JSON object in several lines
     */
    public static String of(Report report, Setting setting) {
        ObjectNode root = JsonText.object();
        root.put("benchmark", report.name());
        setting.entries().forEach(root.putObject("setting")::put);
        ObjectNode metrics = root.putObject("metrics");
        ArrayNode targets = root.putArray("targets");
        for (Metric metric : report.metrics()) {
            metrics.put(metric.key(), metric.isMeasured() ? (Double) metric.value() : null);
            if (!(metric.target() instanceof Target.None)) {
                targets.addObject()
                        .put("metric", metric.key())
                        .put("target", metric.target().text())
                        .put("verdict", metric.verdict());
            }
        }
        ArrayNode series = root.putArray("series");
        report.series().forEach(one -> add(series.addObject(), one));
        ArrayNode published = root.putArray("published");
        report.published()
                .forEach(one ->
                        published.addObject().put("quantity", one.quantity()).put("value", one.value()));
        report.notes().forEach(root.putArray("notes")::add);
        return JsonText.of(root) + "\n";
    }

    private static void add(ObjectNode node, Series series) {
        node.put("name", series.name()).put("unit", series.unit());
        if (series instanceof Series.Compared compared) {
            ArrayNode underbase = node.putArray("underbase");
            ArrayNode stock = node.putArray("stock");
            for (Pair pair : compared.pairs()) {
                underbase.add(pair.underbase());
                stock.add(pair.stock());
            }
            node.put("ratioMedian", compared.ratio().median());
        } else if (series instanceof Series.Measured measured) {
            measured.runs().forEach(node.putArray("runs")::add);
            node.put("median", measured.stats().median());
        }
    }

    /**
     * Formats the result of a soak as {@code {soak, setting{}, passed, metrics{}, detail}}.
     *
     * @param name name of the soak
     * @param result the result
     * @param setting date, versions and machine
     * @return one JSON object in several lines
     */
    public static String of(String name, SoakResult result, Setting setting) {
        ObjectNode root = JsonText.object();
        root.put("soak", name);
        setting.entries().forEach(root.putObject("setting")::put);
        root.put("passed", result.passed());
        result.metrics().forEach(root.putObject("metrics")::put);
        root.put("detail", result.detail());
        return JsonText.of(root) + "\n";
    }
}
