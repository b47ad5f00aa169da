package org.underbase.bench.tracer;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.tracer.hbase.HBasePart;
import org.underbase.bench.tracer.hdfs.HdfsPart;
import org.underbase.bench.tracer.micro.MicroPart;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Target;

/** {@code bench tracer}. */
public final class TracerBenchmark implements Benchmark {
    @Override
    public String name() {
        return "tracer";
    }

    @Override
    public String description() {
        return "what tracing costs: per event, on HDFS, under HBase, on disk; and a text trace as HTFS wrote it";
    }

    @Override
    public List<String> parts() {
        return List.of("micro", "write", "read", "pread", "hbase");
    }

    @Override
    public Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException {
        Measurements findings = new Measurements();
        if (options.wants("micro")) {
            new MicroPart(options, progress, findings).run();
        }
        new HdfsPart(options, progress, findings).run();
        if (options.wants("hbase")) {
            new HBasePart(options, progress, findings).run();
        }
        return findings.report(
                name(),
                List.of(
                        findings.figure("ns_per_event", 1, new Target.AtMost(100)),
                        findings.figure("alloc_per_event", 2, new Target.AtMost(0)),
                        findings.figure("ratio_write", 3, new Target.AtLeast(0.99)),
                        findings.figure("ratio_read", 3, new Target.AtLeast(0.99)),
                        findings.figure("ratio_pread", 3, new Target.AtLeast(0.99)),
                        findings.figure("ratio_hbase", 3, new Target.AtLeast(0.99)),
                        findings.figure("bytes_per_event", 2, new Target.AtMost(6)),
                        findings.figure("text_gz_bytes_per_event", 2, new Target.None())));
    }
}
