package org.underbase.bench.localcompact;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.bench.localcompact.major.MajorPart;
import org.underbase.bench.localcompact.missing.MissingPart;
import org.underbase.bench.localcompact.run.RunPart;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Target;

/** {@code bench localcompact}. */
public final class LocalCompactBenchmark implements Benchmark {
    private static final double NEAR = 0.97;

    @Override
    public String name() {
        return "localcompact";
    }

    @Override
    public String description() {
        return "compaction by the nodes of the replicas against stock HBase: bytes over the links, disks, CPU, time";
    }

    @Override
    public List<String> parts() {
        return List.of("run", "missing", "major");
    }

    @Override
    public Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException {
        Optional<String> obstacle = Network.namespaces().obstacle();
        if (obstacle.isPresent()) {
            throw new IOException("no nodes with links of their own: " + obstacle.get());
        }
        Measurements findings = new Measurements();
        if (options.wants("run")) {
            new RunPart(options, progress, findings).run();
        }
        if (options.wants("missing")) {
            new MissingPart(options, progress, findings).run();
        }
        if (options.wants("major")) {
            new MajorPart(options, progress, findings).run();
        }
        Metric bound = findings.figure("whole_run_bound", 3, new Target.None());
        Target nearBound = bound.value().isPresent()
                ? new Target.AtLeast(NEAR * bound.value().getAsDouble())
                : new Target.None();
        return findings.report(
                name(),
                List.of(
                        findings.figure("net_ratio", 4, new Target.AtMost(0.01)),
                        findings.figure("disk_read_ratio", 2, new Target.None()),
                        findings.figure("cpu_ratio", 2, new Target.None()),
                        findings.figure("wall_ratio_1g", 2, new Target.AtMost(1)),
                        findings.figure("wall_ratio_100m", 2, new Target.AtMost(0.5)),
                        findings.figure("whole_run_saving", 3, nearBound),
                        bound));
    }
}
