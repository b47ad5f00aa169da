package org.underbase.bench.cli;

import java.util.List;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Series;
import org.underbase.testbed.report.Target;

/** Benchmark that returns its options. */
public final class EchoBenchmark implements Benchmark {
    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String description() {
        return "returns its options";
    }

    @Override
    public List<String> parts() {
        return List.of("loud", "soft");
    }

    @Override
    public Report run(BenchOptions options, ProgressLine progress) {
        progress.step("once");
        return new Report(
                name(),
                List.of(new Series.Measured("runs", "", List.of((double) options.runs()))),
                List.of(
                        metric("runs", options.runs()),
                        options.includes("soft") ? metric("soft", 1) : none("soft"),
                        options.includes("loud") ? metric("loud", 1) : none("loud")),
                List.of());
    }

    private static Metric metric(String key, double value) {
        return new Metric(key, value, 0, new Target.None());
    }

    private static Metric none(String key) {
        return Metric.unmeasured(key, 0, new Target.None());
    }
}
