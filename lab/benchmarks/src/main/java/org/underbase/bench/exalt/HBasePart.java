package org.underbase.bench.exalt;

import java.io.IOException;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code hbase}: HBase on emulated DataNodes puts rows, flushes them and reads all of them. */
final class HBasePart {
    private static final double MEGA = 1e6;
    private static final int BYTES_PER_CHECKSUM = 4096;
    private static final int DATANODES = 6;
    private static final int REGION_SERVERS = 2;
    private static final int REGIONS = 20;
    private static final long MEMORY = 1L << 30;
    private static final int VALUE = 1 << 20;
    private static final int CLIENTS = 4;
    private static final int SECONDS = 60;
    private static final int QUICK_SECONDS = 8;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    HBasePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        ClusterOptions cluster = Clusters.emulated(
                        DATANODES,
                        BYTES_PER_CHECKSUM,
                        Map.of(),
                        options.workDirectory().resolve("hbase"))
                .with(HBaseOptions.of(REGION_SERVERS, MEMORY));
        LoadSpec put = LoadSpec.putting(
                new RowsSpec("exalt", REGIONS, 1, false),
                CLIENTS,
                VALUE,
                0,
                options.quick() ? QUICK_SECONDS : SECONDS,
                (short) 3,
                options.seed());
        RunResult result = new Run(new RunOptions(cluster, put, CLIENTS, false), progress::step).run();
        Phase write = result.phases().get(0);
        Phase read = result.phases().get(2);
        Checks.done(write.progress());
        Checks.done(result.phases().get(1).progress());
        Checks.same(write.progress(), read.progress());
        measurements.measured("hbase: rows of 1 MB put, flushed and read back", "", (double)
                read.progress().files());
        measurements.measured("hbase: rows put", "MB/s", write.megabytesPerSecond());
        measurements.measured("hbase: rows read", "MB/s", read.megabytesPerSecond());
        measurements.measured(
                "hbase: replicas of logs and store files", "MB", result.space().logicalBytes() / MEGA);
        measurements.measured(
                "hbase: logical to physical, disk", "to 1", result.space().ratio());
        measurements.note("hbase: " + REGION_SERVERS + " emulated RegionServers with " + REGIONS + " regions on "
                + DATANODES + " emulated DataNodes, " + BYTES_PER_CHECKSUM
                + " bytes per checksum; clients compared every byte of every row.");
    }
}
