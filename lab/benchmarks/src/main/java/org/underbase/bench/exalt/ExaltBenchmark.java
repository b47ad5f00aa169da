package org.underbase.bench.exalt;

import java.io.IOException;
import java.util.List;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Target;

/** {@code bench exalt}. */
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
        return "emulated DataNodes against MiniDFSCluster and SimulatedFSDataset; what is left of data; bandwidth on a slow disk; HBase";
    }

    @Override
    public List<String> parts() {
        return List.of(DATANODES, BYTES, DISK, HBASE, VOLUME);
    }

    @Override
    public Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException {
        Measurements findings = new Measurements();
        if (options.wants(BYTES)) {
            new BytesPart(options, progress, findings).run();
        }
        if (options.wants(DISK)) {
            new DiskPart(options, progress, findings).run();
        }
        if (options.wants(HBASE)) {
            new HBasePart(options, progress, findings).run();
        }
        if (options.wants(DATANODES)) {
            new DatanodesPart(options, progress, findings).run();
        }
        if (options.wants(VOLUME)) {
            new VolumePart(options, progress, findings).run();
        }
        return findings.report(
                name(),
                List.of(
                        findings.figure("datanodes", 0, new Target.AtLeast(3000)),
                        findings.figure("minidfs_datanodes", 0, new Target.None()),
                        findings.figure("simulated_datanodes", 0, new Target.None()),
                        findings.figure("disk_ratio_512", 0, new Target.AtLeast(100)),
                        findings.figure("disk_ratio_4096", 0, new Target.AtLeast(1000)),
                        findings.figure("wire_ratio_512", 0, new Target.AtLeast(100)),
                        findings.figure("wire_ratio_4096", 0, new Target.AtLeast(1000)),
                        findings.figure("write_mb_per_core", 0, new Target.None()),
                        findings.figure("vs_disk", 1, new Target.AtLeast(20)),
                        findings.figure("logical_tb", 2, new Target.AtLeast(10))));
    }
}
