package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code prediction}. */
public final class PredictionBenchmark implements Benchmark {
    @Override
    public String name() {
        return "prediction";
    }

    @Override
    public String description() {
        return "the effect of a feature, predicted from a trace without it, and measured";
    }

    @Override
    public List<String> parts() {
        return List.of("localcompact");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        Optional<String> obstacle = Network.namespaces().obstacle();
        if (obstacle.isPresent()) {
            throw new IOException("cannot create nodes with separate links: " + obstacle.get());
        }
        new LocalCompactPart(options, progress, measurements).run();
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("cells_within_target", 2, new Target.AtLeast(0.9)),
                measurements.metric("sign_errors", 0, new Target.AtMost(0)),
                measurements.metric("dummy_nothing", 2, new Target.None()),
                measurements.metric("dummy_bytes", 2, new Target.None()));
    }
}
