package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.bench.tracer.paired.Cost;
import org.underbase.bench.tracer.paired.Schedule;
import org.underbase.bench.tracer.paired.Slices;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Parts {@code write}, {@code read} and {@code pread}: sequential write, sequential read and random pread by one client whose
 * tracing is switched on and off, with NameNode and DataNode in separate processes; and {@code cold}, which explains their
 * difference from the cost of an event in part {@code micro}.
 */
public final class HdfsPart {
    private static final String READ_FILE = "/bench/read";
    private static final String WRITE_FILE = "/bench/write";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final List<Operation> operations;
    private final Schedule schedule;
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
        this.schedule = Schedule.of(options.quick(), options.runs());
        this.fileBytes = options.quick() ? 16L << 20 : 256L << 20;
    }

    /**
     * Measures the operations of the selected parts, if any.
     *
     * @throws IOException if the cluster or the client does not start or fails
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
                new Works(fs).prepare(READ_FILE, fileBytes);
            }
            for (Operation operation : operations) {
                progress.step("hdfs: " + operation.title() + ", about " + schedule.seconds() + " s");
                // A new JVM per operation: the code of one does not affect how that of the next is compiled.
                try (ChildJvm<Request, Slices> client = client(cluster, operation, traces)) {
                    Slices slices = client.call(request(operation));
                    if (operation.real()) {
                        Cost.report(measurements, "ratio_" + operation.part(), operation.title(), slices);
                    } else {
                        Cost.reportAdded(measurements, operation.title(), slices);
                    }
                }
            }
        }
        TraceSize size = TraceSize.of(traces);
        measurements.measured("HDFS clients' trace, events", "", (double) size.events());
        measurements.measured("HDFS clients' trace, events lost", "", (double) size.dropped());
    }

    private ChildJvm<Request, Slices> client(TestCluster cluster, Operation operation, Path traces) throws IOException {
        Path directory = Files.createDirectories(options.workDirectory().resolve("hdfs-" + operation.part()));
        List<String> command = List.of(
                ChildJvm.java(),
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-Djava.net.preferIPv4Stack=true",
                "-Dunderbase.log.dir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                cluster.clientConfigurationDirectory().toString(),
                traces.resolve(operation.part()).toString());
        return new ChildJvm<>("client", new ProcessBuilder(command), directory.resolve("client.err"), Slices.class);
    }

    private Request request(Operation operation) {
        String path = operation == Operation.WRITE ? WRITE_FILE : READ_FILE;
        return new Request(operation, path, 2 * fileBytes, options.seed(), schedule);
    }
}
