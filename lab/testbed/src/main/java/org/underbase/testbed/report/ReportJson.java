package org.underbase.testbed.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reports as JSON. A benchmark: {@code {benchmark, setting{}, figures{key: number or null}, targets[{figure, target,
 * verdict}], series[{what, unit, ours[], stock[], ratio_median} or {what, unit, runs[], median}], notes[]}}.
 */
public final class ReportJson {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportJson() {}

    /** One JSON object, several lines. */
    public static String of(Report report, Setting setting) {
        ObjectNode root = JSON.createObjectNode();
        root.put("benchmark", report.name());
        setting.facts().forEach(root.putObject("setting")::put);
        ObjectNode figures = root.putObject("figures");
        ArrayNode targets = root.putArray("targets");
        for (Metric figure : report.figures()) {
            figure.value()
                    .ifPresentOrElse(value -> figures.put(figure.key(), value), () -> figures.putNull(figure.key()));
            if (!(figure.target() instanceof Target.None)) {
                targets.addObject()
                        .put("figure", figure.key())
                        .put("target", figure.target().text())
                        .put("verdict", figure.verdict());
            }
        }
        ArrayNode series = root.putArray("series");
        report.series().forEach(one -> add(series.addObject(), one));
        report.notes().forEach(root.putArray("notes")::add);
        return text(root);
    }

    private static void add(ObjectNode node, Series series) {
        node.put("what", series.what()).put("unit", series.unit());
        if (series instanceof Series.Compared compared) {
            ArrayNode ours = node.putArray("ours");
            ArrayNode stock = node.putArray("stock");
            for (Pair pair : compared.pairs()) {
                ours.add(pair.ours());
                stock.add(pair.stock());
            }
            node.put("ratio_median", compared.ratio().median());
        } else if (series instanceof Series.Measured measured) {
            measured.runs().forEach(node.putArray("runs")::add);
            node.put("median", measured.stats().median());
        }
    }

    /** A soak: {@code {soak, setting{}, passed, figures{}, detail}}. */
    public static String of(String name, SoakResult result, Setting setting) {
        ObjectNode root = JSON.createObjectNode();
        root.put("soak", name);
        setting.facts().forEach(root.putObject("setting")::put);
        root.put("passed", result.passed());
        result.figures().forEach(root.putObject("figures")::put);
        root.put("detail", result.detail());
        return text(root);
    }

    private static String text(ObjectNode root) {
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers and strings that Jackson cannot write", e);
        }
    }
}
