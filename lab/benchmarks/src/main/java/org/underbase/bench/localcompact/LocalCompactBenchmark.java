package org.underbase.bench.localcompact;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.bench.localcompact.cache.CachePart;
import org.underbase.bench.localcompact.major.MajorPart;
import org.underbase.bench.localcompact.missing.MissingPart;
import org.underbase.bench.localcompact.pressure.PressurePart;
import org.underbase.bench.localcompact.run.RunPart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code localcompact}. */
public final class LocalCompactBenchmark implements Benchmark {
    private static final double NEAR = 0.97;

    @Override
    public String name() {
        return "localcompact";
    }

    @Override
    public String description() {
        return "local compaction and stock HBase: bytes over the links, disk, CPU, time";
    }

    @Override
    public List<String> parts() {
        return List.of("run", "missing", "major", "cache", "pressure");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        Optional<String> obstacle = Network.namespaces().obstacle();
        if (obstacle.isPresent()) {
            throw new IOException("cannot create nodes with separate links: " + obstacle.get());
        }
        if (options.includes("run")) {
            new RunPart(options, progress, measurements).run();
        }
        if (options.includes("missing")) {
            new MissingPart(options, progress, measurements).run();
        }
        if (options.includes("major")) {
            new MajorPart(options, progress, measurements).run();
        }
        if (options.includes("cache")) {
            new CachePart(options, progress, measurements).run();
        }
        if (options.includes("pressure")) {
            new PressurePart(options, progress, measurements).run();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        Metric bound = measurements.metric("whole_run_bound", 3, new Target.None());
        Target nearBound = bound.isMeasured() ? new Target.AtLeast(NEAR * bound.value()) : new Target.None();
        return List.of(
                measurements.metric("net_ratio", 4, new Target.AtMost(0.01)),
                measurements.metric("disk_read_ratio", 2, new Target.None()),
                measurements.metric("cpu_ratio", 2, new Target.AtMost(1.4)),
                measurements.metric("wall_ratio_1g", 2, new Target.AtMost(1)),
                measurements.metric("wall_ratio_100m", 2, new Target.AtMost(0.5)),
                measurements.metric("wall_ratio_nolimit_1g", 2, new Target.AtMost(1)),
                measurements.metric("disk_reads_per_network_byte_saved", 2, new Target.None()),
                measurements.metric("reader_hits_ratio", 2, new Target.None()),
                measurements.metric("whole_run_saving", 3, nearBound),
                bound,
                measurements.metric("pressure_storefiles_1g", 2, new Target.AtMost(1)),
                measurements.metric("pressure_storefiles_100m", 2, new Target.AtMost(1)),
                measurements.metric("pressure_blocked_1g", 1, new Target.AtMost(0)),
                measurements.metric("pressure_blocked_100m", 1, new Target.AtMost(0)),
                measurements.metric("wall_ratio_scaled_1g", 2, new Target.AtMost(1)));
    }
}
