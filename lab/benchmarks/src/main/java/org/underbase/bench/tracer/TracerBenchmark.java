package org.underbase.bench.tracer;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.tracer.burst.BurstPart;
import org.underbase.bench.tracer.hbase.HBasePart;
import org.underbase.bench.tracer.hdfs.HdfsPart;
import org.underbase.bench.tracer.micro.MicroPart;
import org.underbase.bench.tracer.recovery.RecoveryPart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code tracer}. */
public final class TracerBenchmark implements Benchmark {
    @Override
    public String name() {
        return "tracer";
    }

    @Override
    public String description() {
        return "cost of tracing per event, on HDFS, under HBase and on disk; events lost; a text trace as in the HTFS paper";
    }

    @Override
    public List<String> parts() {
        return List.of("micro", "burst", "write", "read", "pread", "cold", "hbase", "recovery");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        if (options.includes("micro")) {
            new MicroPart(options, progress, measurements).run();
        }
        if (options.includes("burst")) {
            new BurstPart(options, progress, measurements).run();
        }
        new HdfsPart(options, progress, measurements).run();
        if (options.includes("hbase")) {
            new HBasePart(options, progress, measurements).run();
        }
        if (options.includes("recovery")) {
            new RecoveryPart(options, progress, measurements).run();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("ns_per_event", 1, new Target.AtMost(100)),
                measurements.metric("alloc", 2, new Target.AtMost(0)),
                measurements.metric("bytes_per_event", 2, new Target.AtMost(6)),
                measurements.metric("ratio_write", 4, new Target.AtLeast(0.99)),
                measurements.metric("ratio_read", 4, new Target.AtLeast(0.99)),
                measurements.metric("ratio_pread", 4, new Target.AtLeast(0.99)),
                measurements.metric("ratio_hbase", 4, new Target.AtLeast(0.99)),
                measurements.metric("lost_burst", 0, new Target.AtMost(0)),
                measurements.metric("lost_recovery", 0, new Target.AtMost(0)),
                measurements.metric("text_gz_bytes_per_event", 2, new Target.None()));
    }
}
