package org.underbase.bench.cli;

import java.util.List;
import java.util.OptionalDouble;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Series;
import org.underbase.testbed.report.Target;

/** Says what it was asked for. */
public final class EchoBenchmark implements Benchmark {
    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String description() {
        return "says what it was asked for";
    }

    @Override
    public List<String> parts() {
        return List.of("loud", "soft");
    }

    @Override
    public Report run(BenchOptions options, Progress progress) {
        progress.step("once");
        return new Report(
                name(),
                List.of(new Series.Measured("runs", "", List.of((double) options.runs()))),
                List.of(
                        figure("runs", options.runs()),
                        options.wants("soft") ? figure("soft", 1) : none("soft"),
                        options.wants("loud") ? figure("loud", 1) : none("loud")),
                List.of());
    }

    private static Metric figure(String key, double value) {
        return new Metric(key, OptionalDouble.of(value), 0, new Target.None());
    }

    private static Metric none(String key) {
        return new Metric(key, OptionalDouble.empty(), 0, new Target.None());
    }
}
