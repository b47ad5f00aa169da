package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Parts {@code write}, {@code read} and {@code pread}: sequential write, sequential read and random pread by a traced and a
 * stock client, with NameNode and DataNode in separate processes. Each run starts new client JVMs, so that the JIT
 * compilation of one JVM does not determine the result.
 */
public final class HdfsPart {
    private static final String READ_FILE = "/bench/read";
    private static final String WRITE_FILE = "/bench/write";
    private static final double MEGA = 1e6;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final List<Operation> operations;
    private final long sliceNanos;
    private final long warmUpNanos;
    private final long fileBytes;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public HdfsPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.operations = Arrays.stream(Operation.values())
                .filter(operation -> options.includes(operation.part()))
                .toList();
        this.sliceNanos = TimeUnit.MILLISECONDS.toNanos(options.quick() ? 200 : 2000);
        this.warmUpNanos = TimeUnit.MILLISECONDS.toNanos(options.quick() ? 300 : 3000);
        this.fileBytes = options.quick() ? 16L << 20 : 256L << 20;
    }

    /**
     * Measures the operations of the selected parts, if any.
     *
     * @throws IOException if the cluster or a client does not start or fails
     */
    public void run() throws IOException {
        if (operations.isEmpty()) {
            return;
        }
        Path traces = options.workDirectory().resolve("hdfs-traces");
        progress.step("hdfs: starting a NameNode and a DataNode");
        try (TestCluster cluster = TestCluster.builder()
                .name("bench-hdfs")
                .directory(options.workDirectory().resolve("hdfs-cluster"))
                .set("dfs.replication", "1")
                .start()) {
            try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
                new Load(fs).prepare(READ_FILE, fileBytes);
            }
            for (int run = 0; run < options.runs(); run++) {
                progress.step("hdfs: run " + (run + 1) + " of " + options.runs() + ", warming up two clients");
                Path directory = Files.createDirectories(options.workDirectory().resolve("hdfs-run-" + run));
                try (HdfsClients clients = new HdfsClients(
                        directory, cluster.clientConfigurationDirectory(), traces.resolve("run-" + run))) {
                    measure(clients, run);
                }
            }
        }
        TraceSize size = TraceSize.of(traces);
        measurements.measured("HDFS clients' trace, on disk per event", "B", size.bytesPerEvent());
        measurements.measured("HDFS clients' trace, events", "", (double) size.events());
        measurements.measured("HDFS clients' trace, events dropped", "%", size.droppedPercent());
    }

    private void measure(HdfsClients clients, int run) throws IOException {
        for (Operation operation : operations) {
            clients.warmUp(
                    request(operation, warmUpNanos, "traced", run), request(operation, warmUpNanos, "stock", run));
        }
        for (Operation operation : operations) {
            progress.step("hdfs: run " + (run + 1) + " of " + options.runs() + ", " + operation.title());
            HdfsClients.Both both = clients.pair(Order.of(run), request(operation, sliceNanos, "both", run));
            if (operation == Operation.PREAD) {
                measurements.compared(operation.title(), "calls/s", both.pair(Slice::callsPerSecond));
            } else {
                measurements.compared(operation.title(), "MB/s", both.pair(slice -> slice.bytesPerSecond() / MEGA));
            }
            measurements.compared(
                    operation.title() + ", client CPU per call", "us", both.pair(Slice::cpuMicrosPerCall));
            measurements.quote("ratio_" + operation.part(), operation.title());
        }
    }

    /** Creates a request; {@code client} separates the files of clients that write concurrently. */
    private Request request(Operation operation, long nanos, String client, int run) {
        String path = operation == Operation.WRITE ? WRITE_FILE + "-" + client : READ_FILE;
        return new Request(operation, path, nanos, 2 * fileBytes, options.seed() + run);
    }
}
