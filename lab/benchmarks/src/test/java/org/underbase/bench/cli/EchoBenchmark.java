package org.underbase.bench.cli;

import java.io.IOException;
import java.util.List;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark that measures its options. Its cleanup fails with seed 13, and its start with seed 14. */
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
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements) throws IOException {
        progress.step("once");
        if (options.seed() == 14) {
            throw new IOException("the echo did not start");
        }
        measure(measurements, "runs", options.runs());
        for (String part : options.parts()) {
            measure(measurements, part, 1);
        }
        if (options.seed() == 13) {
            throw new IOException("the echo does not end");
        }
    }

    private static void measure(Measurements measurements, String key, double value) {
        measurements.measured(key, "", value);
        measurements.quote(key, key);
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("runs", 0, new Target.None()),
                measurements.metric("soft", 0, new Target.None()),
                measurements.metric("loud", 0, new Target.None()));
    }
}
