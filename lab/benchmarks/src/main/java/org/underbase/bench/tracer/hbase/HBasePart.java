package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.bench.tracer.paired.Cost;
import org.underbase.bench.tracer.paired.Schedule;
import org.underbase.bench.tracer.text.TextPart;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.record.TracerMXBean;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.TracerFeature;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code hbase}: the Messages workload on one RegionServer whose tracing is switched on and off. */
public final class HBasePart {
    private static final String TITLE = "messages on HBase";
    private static final String BYTES = "HBase's trace, on disk per event";
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Schedule schedule;
    private final long steadyEvents;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public HBasePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.schedule = Schedule.of(options.quick(), options.runs());
        this.steadyEvents = options.quick() ? 1_000 : 200_000;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if the cluster does not start or fails, or the tracer does not attach
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        Path traces = options.workDirectory().resolve("hbase-traces");
        progress.step("hbase: starting a cluster");
        try (TestCluster cluster = TestCluster.builder()
                        .name("bench-hbase")
                        .directory(options.workDirectory().resolve("hbase-cluster"))
                        .hbase(true)
                        .with(new TracerFeature())
                        .set(Role.REGIONSERVER, "underbase.trace.dir", traces.toString())
                        .productionCompiler(Role.REGIONSERVER)
                        .set("dfs.replication", "1")
                        // Small sizes, so that a minute includes flushes, compactions and reads from HDFS.
                        .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(8L << 20))
                        .hbaseSet("hfile.block.cache.size", "0.02")
                        .start();
                Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
            Daemon server = cluster.daemons(Role.REGIONSERVER).get(0);
            try (TracerBeans beans = new TracerBeans(server)) {
                measure(connection, beans.tracer(), server.pid().orElseThrow(), traces);
            }
        }
    }

    private void measure(Connection connection, TracerMXBean tracer, long pid, Path traces)
            throws IOException, InterruptedException {
        MessagesLoad load = new MessagesLoad(connection, tracer, pid, options.seed());
        progress.step("hbase: loading a table");
        load.load();
        load.start();
        try (load) {
            progress.step("hbase: recording " + steadyEvents + " events");
            long before = tracer.getEvents();
            Await.until(
                    steadyEvents + " events",
                    LIMIT,
                    () -> tracer.getEvents() - before + " events",
                    () -> tracer.getEvents() - before >= steadyEvents);
            if (!tracer.roll()) {
                throw new IOException("the RegionServer did not write its trace");
            }
            // Slices end blocks, and short blocks compress badly: the size of an event is that of the events before.
            Path steady = copy(traces, options.workDirectory().resolve("hbase-steady"));
            progress.step("hbase: switching tracing, about " + schedule.seconds() + " s");
            Cost.report(
                    measurements,
                    "ratio_hbase",
                    TITLE,
                    schedule.run(
                            load,
                            done -> progress.update(
                                    done, () -> "hbase: " + Math.round(100 * done) + "% of the slices")));
            sizes(steady);
        }
    }

    /** Copies the segments written so far; those of the RegionServer are complete. */
    private static Path copy(Path traces, Path target) throws IOException {
        Files.createDirectories(target);
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(traces, "*" + TraceFiles.SUFFIX)) {
            for (Path segment : segments) {
                Files.copy(segment, target.resolve(segment.getFileName()));
            }
        }
        return target;
    }

    private void sizes(Path steady) throws IOException {
        progress.step("hbase: reading the trace and writing it as text");
        TextPart text = new TextPart(options, measurements);
        TraceSize size = TraceSize.of(steady, text::collect);
        measurements.measured(BYTES, "B", size.bytesPerEvent());
        measurements.measured("HBase's trace, events", "", (double) size.events());
        measurements.measured("HBase's trace, events lost", "", (double) size.dropped());
        measurements.quote("bytes_per_event", BYTES);
        text.run();
    }
}
