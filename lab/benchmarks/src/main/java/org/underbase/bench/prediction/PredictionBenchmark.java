package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;

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
        return List.of(LocalCompactPart.NAME, DisksPart.NAME, CombinedLogPart.NAME, TiersPart.NAME);
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        Scores scores = new Scores();
        try {
            if (options.includes(LocalCompactPart.NAME)) {
                require("nodes with separate links", Network.namespaces().obstacle());
                new LocalCompactPart(options, progress).run(new Trial(options, progress, measurements, scores));
            }
            if (options.includes(DisksPart.NAME)) {
                require("slow disks", Medium.SEEKING.obstacle());
                new DisksPart(options, progress, measurements).run(new Trial(options, progress, measurements, scores));
            }
            if (options.includes(CombinedLogPart.NAME)) {
                require("slow disks", Medium.SEEKING.obstacle());
                new CombinedLogPart(options, progress, measurements)
                        .run(new Trial(options, progress, measurements, scores));
            }
            if (options.includes(TiersPart.NAME)) {
                require("nodes with separate links", Network.namespaces().obstacle());
                new TiersPart(options, progress, measurements).run(new Trial(options, progress, measurements, scores));
            }
        } finally {
            scores.report(measurements);
        }
    }

    private static void require(String what, Optional<String> obstacle) throws IOException {
        if (obstacle.isPresent()) {
            throw new IOException("cannot create " + what + ": " + obstacle.get());
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return Scores.metrics(measurements);
    }
}
