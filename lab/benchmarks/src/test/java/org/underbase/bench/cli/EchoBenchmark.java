package org.underbase.bench.cli;

import java.util.List;
import java.util.OptionalDouble;
import org.underbase.bench.frame.BenchOptions;
import org.underbase.bench.frame.Benchmark;
import org.underbase.bench.frame.Figure;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Report;
import org.underbase.bench.frame.Series;
import org.underbase.bench.frame.Target;

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

    private static Figure figure(String key, double value) {
        return new Figure(key, OptionalDouble.of(value), 0, new Target.None());
    }

    private static Figure none(String key) {
        return new Figure(key, OptionalDouble.empty(), 0, new Target.None());
    }
}
