package org.underbase.bench.combinedlog;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.bench.combinedlog.hbase.HBasePart;
import org.underbase.bench.combinedlog.hdfs.CheckpointPart;
import org.underbase.bench.combinedlog.hdfs.HdfsPart;
import org.underbase.bench.combinedlog.interference.InterferencePart;
import org.underbase.bench.combinedlog.journal.JournalPart;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Target;

/** {@code bench combinedlog}. */
public final class CombinedLogBenchmark implements Benchmark {
    @Override
    public String name() {
        return "combinedlog";
    }

    @Override
    public String description() {
        return "one log for a DataNode's hsyncs: latency through HDFS and under HBase against stock, the journal against"
                + " BookKeeper's";
    }

    @Override
    public List<String> parts() {
        return List.of("hdfs", "checkpoints", "bookie", "hbase", "interference");
    }

    @Override
    public Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException {
        Optional<String> obstacle = Medium.SEEKING.obstacle();
        if (obstacle.isPresent()) {
            throw new IOException("no emulated disk that seeks: " + obstacle.get());
        }
        Measurements findings = new Measurements();
        if (options.wants("hdfs")) {
            new HdfsPart(options, progress, findings).run();
        }
        if (options.wants("checkpoints")) {
            new CheckpointPart(options, progress, findings).run();
        }
        if (options.wants("bookie")) {
            new JournalPart(options, progress, findings).run();
        }
        if (options.wants("hbase")) {
            new HBasePart(options, progress, findings).run();
        }
        if (options.wants("interference")) {
            new InterferencePart(options, progress, findings).run();
        }
        return findings.report(
                name(),
                List.of(
                        findings.figure("seek12_p50", 2, new Target.AtLeast(18)),
                        findings.figure("seek12_p99", 2, new Target.AtLeast(10)),
                        findings.figure("seek1_p50", 2, new Target.AtLeast(5)),
                        findings.figure("disk12_p50", 2, new Target.AtLeast(1.7)),
                        findings.figure("disk12_p99", 2, new Target.AtLeast(1)),
                        findings.figure("hflush12_p50", 2, new Target.AtLeast(1)),
                        findings.figure("durable_put_vs_stock_durable", 2, new Target.None()),
                        findings.figure("durable_put_vs_stock_nondurable", 2, new Target.AtLeast(0.5)),
                        findings.figure("bookie12_p50", 2, new Target.AtLeast(1)),
                        findings.figure("bookie12_p99", 2, new Target.AtLeast(1))));
    }
}
