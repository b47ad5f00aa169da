package org.underbase.bench.combinedlog;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.bench.combinedlog.hbase.HBasePart;
import org.underbase.bench.combinedlog.hdfs.CheckpointPart;
import org.underbase.bench.combinedlog.hdfs.DurableHflushPart;
import org.underbase.bench.combinedlog.hdfs.HdfsPart;
import org.underbase.bench.combinedlog.hdfs.WritesPart;
import org.underbase.bench.combinedlog.interference.InterferencePart;
import org.underbase.bench.combinedlog.journal.JournalPart;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.recovery.RecoveryPart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code combinedlog}. */
public final class CombinedLogBenchmark implements Benchmark {
    @Override
    public String name() {
        return "combinedlog";
    }

    @Override
    public String description() {
        return "hsync latency of HDFS and HBase with a combined log and stock; BookKeeper's journal; recovery";
    }

    @Override
    public List<String> parts() {
        return List.of(
                "hdfs",
                "durable-hflush",
                "checkpoints",
                "writes",
                "bookie",
                "hbase",
                "hbase3",
                "interference",
                "recovery");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        Optional<String> obstacle = Medium.SEEKING.obstacle();
        if (obstacle.isPresent()) {
            throw new IOException("cannot emulate a disk that seeks: " + obstacle.get());
        }
        if (options.includes("hdfs")) {
            new HdfsPart(options, progress, measurements).run();
        }
        if (options.includes("durable-hflush")) {
            new DurableHflushPart(options, progress, measurements).run();
        }
        if (options.includes("checkpoints")) {
            new CheckpointPart(options, progress, measurements).run();
        }
        if (options.includes("writes")) {
            new WritesPart(options, progress, measurements).run();
        }
        if (options.includes("bookie")) {
            new JournalPart(options, progress, measurements).run();
        }
        if (options.includes("hbase")) {
            HBasePart.run(options, progress, measurements);
        }
        if (options.includes("hbase3")) {
            HBasePart.runReplicated(options, progress, measurements);
        }
        if (options.includes("interference")) {
            new InterferencePart(options, progress, measurements).run();
        }
        if (options.includes("recovery")) {
            new RecoveryPart(options, progress, measurements).run();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("seek12_p50", 2, new Target.AtLeast(18)),
                measurements.metric("seek12_p99", 2, new Target.AtLeast(10)),
                measurements.metric("seek1_p50", 2, new Target.AtLeast(5)),
                measurements.metric("disk12_p50", 2, new Target.AtLeast(1.7)),
                measurements.metric("disk12_p99", 2, new Target.AtLeast(1)),
                measurements.metric("hflush12_p50", 2, new Target.AtLeast(1)),
                measurements.metric("durable_hflush12_p50", 2, new Target.None()),
                measurements.metric("durable_put_vs_stock_durable", 2, new Target.None()),
                measurements.metric("durable_put_vs_stock_nondurable", 2, new Target.AtLeast(0.5)),
                measurements.metric("bookie12_p50", 2, new Target.AtLeast(1)),
                measurements.metric("bookie12_p99", 2, new Target.AtLeast(1)),
                measurements.metric("bytes_per_synced_byte", 2, new Target.None()),
                measurements.metric("bytes_per_synced_byte_stock", 2, new Target.None()),
                measurements.metric("put3_vs_nondurable", 2, new Target.AtMost(1.25)),
                measurements.metric("replay_full_seek_s", 1, new Target.AtMost(120)),
                measurements.metric("replay_full_disk_s", 1, new Target.AtMost(15)),
                measurements.metric("replay_full_seek_cold_s", 1, new Target.None()),
                measurements.metric("replay_full_disk_cold_s", 1, new Target.None()));
    }
}
