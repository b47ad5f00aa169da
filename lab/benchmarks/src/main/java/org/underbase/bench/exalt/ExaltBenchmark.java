package org.underbase.bench.exalt;

import java.io.IOException;
import java.util.List;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code exalt}. */
public final class ExaltBenchmark implements Benchmark {
    private static final String DATANODES = "datanodes";
    private static final String BYTES = "bytes";
    private static final String DISK = "disk";
    private static final String HBASE = "hbase";
    private static final String VOLUME = "volume";

    @Override
    public String name() {
        return "exalt";
    }

    @Override
    public String description() {
        return "emulated DataNodes, MiniDFSCluster and SimulatedFSDataset; compression of data; bandwidth on a slow disk; HBase";
    }

    @Override
    public List<String> parts() {
        return List.of(DATANODES, BYTES, DISK, HBASE, VOLUME);
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        if (options.includes(BYTES)) {
            new BytesPart(options, progress, measurements).run();
        }
        if (options.includes(DISK)) {
            new DiskPart(options, progress, measurements).run();
        }
        if (options.includes(HBASE)) {
            new HBasePart(options, progress, measurements).run();
        }
        if (options.includes(DATANODES)) {
            new DatanodesPart(options, progress, measurements).run();
        }
        if (options.includes(VOLUME)) {
            new VolumePart(options, progress, measurements).run();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("datanodes", 0, new Target.AtLeast(3000)),
                measurements.metric("minidfs_datanodes", 0, new Target.None()),
                measurements.metric("simulated_datanodes", 0, new Target.None()),
                measurements.metric("disk_ratio_512", 0, new Target.AtLeast(100)),
                measurements.metric("disk_ratio_4096", 0, new Target.AtLeast(1000)),
                measurements.metric("wire_ratio_512", 0, new Target.AtLeast(100)),
                measurements.metric("wire_ratio_4096", 0, new Target.AtLeast(1000)),
                measurements.metric("write_mb_per_core", 0, new Target.None()),
                measurements.metric("vs_disk", 1, new Target.AtLeast(20)),
                measurements.metric("logical_tb", 2, new Target.AtLeast(10)));
    }
}
