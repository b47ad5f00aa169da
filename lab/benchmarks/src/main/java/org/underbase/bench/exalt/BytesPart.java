package org.underbase.bench.exalt;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.AgentBytes;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code bytes}: compression of data on disk and network by the number of bytes per checksum. */
final class BytesPart {
    private static final List<Integer> BYTES_PER_CHECKSUM = List.of(512, 4096, 65_536);
    private static final int DATANODES = 12;
    private static final long BLOCK = 128L << 20;
    private static final long FILE = 1L << 30;
    private static final String LARGE_PACKET = Integer.toString(1 << 20);

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    BytesPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        for (int bytes : options.quick() ? List.of(512) : BYTES_PER_CHECKSUM) {
            measure(bytes, "", Map.of());
            if (!options.quick()) {
                measure(bytes, ", packets of 1 MB", Map.of("dfs.client-write-packet-size", LARGE_PACKET));
            }
        }
        for (int bytes : List.of(512, 4096)) {
            measurements.quote("disk_ratio_" + bytes, disk(bytes, ""));
            measurements.quote("wire_ratio_" + bytes, wire(bytes, ""));
        }
        measurements.note(
                "bytes: disk is the ratio of logical bytes of replicas and checksums, according to the NameNode, to the bytes of"
                        + " their files. Wire is the ratio of the bytes that DataNodes received (data, checksums, headers and"
                        + " acknowledgments) to the bytes that the kernel received for them. The header of a packet (31 bytes per 64 kB with"
                        + " HDFS's default) is not compressed.");
    }

    private static String disk(int bytes, String how) {
        return bytes + " bytes per checksum" + how + ": logical to physical, disk";
    }

    private static String wire(int bytes, String how) {
        return bytes + " bytes per checksum" + how + ": logical to physical, wire, written";
    }

    private void measure(int bytes, String how, Map<String, String> settings) throws IOException, InterruptedException {
        progress.step("bytes: " + bytes + " bytes per checksum" + how);
        Path directory = options.workDirectory().resolve("bytes");
        LoadSpec write = new LoadSpec(
                LoadSpec.Kind.WRITE,
                "/bytes",
                4,
                FILE,
                options.quick() ? 4 : 12,
                0,
                (short) 3,
                BLOCK,
                1,
                options.seed());
        RunOptions run = new RunOptions(Clusters.emulated(DATANODES, bytes, settings, directory), write, 2, false);
        try (ExaltCluster cluster = ExaltCluster.start(run.cluster(), progress::step)) {
            RunResult result = new Run(run, progress::step).on(cluster, 0);
            Checks.noErrors(result);
            AgentBytes all = AgentBytes.NOTHING;
            for (EmulatedJvm jvm : cluster.emulated()) {
                all = all.plus(jvm.bytes());
            }
            measurements.measured(disk(bytes, how), "to 1", result.space().ratio());
            measurements.measured(wire(bytes, how), "to 1", (double) all.socketRead() / all.physicalSocketRead());
            measurements.measured(
                    bytes + " bytes per checksum" + how + ": logical to physical, wire, sent by DataNodes",
                    "to 1",
                    (double) all.socketWritten() / all.physicalSocketWritten());
        }
    }
}
