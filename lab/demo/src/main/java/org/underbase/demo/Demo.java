package org.underbase.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.report.PaperDifferences;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.ResultTable;
import org.underbase.demo.compaction.CompactionResult;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.RunFacts;
import org.underbase.testbed.Role;

/** One run of the demo, from the start of the cluster to the report. Not thread-safe. */
public final class Demo {
    private final DemoOptions options;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Phases phases;

    /**
     * @param options options of the demo
     * @param json whether to print the result as JSON instead of tables
     * @param out receives the result
     * @param err receives the progress
     */
    public Demo(DemoOptions options, boolean json, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.json = json;
        this.out = out;
        this.err = err;
        this.phases = new Phases(err);
    }

    /** Results of the run, apart from the trace. */
    private record Recording(String operations, DataNodeCounters counters, List<String> tiers) {}

    /** All results. */
    private record Results(
            AnalysisResult result, DataNodeCounters counters, List<String> tiers, CompactionResult compaction) {}

    /**
     * Starts the cluster, loads it, runs the workload with the tracer enabled, prints the result and removes the cluster.
     *
     * @return whether the trace agrees with the DataNodes' counters
     * @throws IOException if a part fails; the message names it and the location of the trace so far
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean run() throws IOException, InterruptedException {
        try (phases;
                Interruption interruption = Interruption.watch(err)) {
            try (DemoDirectories ignored = DemoDirectories.prepare(options)) {
                Recording recording = record(interruption);
                return show(recording, compaction(interruption));
            } catch (IOException | InterruptedException | RuntimeException e) {
                interruption.awaitEnd();
                throw e;
            }
        }
    }

    private Recording record(Interruption interruption) throws IOException, InterruptedException {
        phases.begin("start", "starting %d nodes with HDFS, ZooKeeper and HBase", options.nodes());
        try (DemoCluster cluster = DemoCluster.start(options, line -> phases.log("%s", line))) {
            try {
                phases.log("%s", cluster.describe());
                phases.log("NameNode %s  HBase Master %s", cluster.web(Role.NAMENODE), cluster.web(Role.MASTER));
                return record(cluster);
            } catch (IOException | RuntimeException e) {
                interruption.awaitEnd();
                throw saved(cluster, e);
            } finally {
                phases.log("removing the cluster");
            }
        }
    }

    private Recording record(DemoCluster cluster) throws IOException, InterruptedException {
        ClusterWatch watch = new ClusterWatch(cluster.cluster(), options.work());
        DemoWorkload workload = new DemoWorkload(options, phases);
        DataNodeCounters before;
        String operations;
        cluster.checkAttached();
        try (Connection connection = cluster.connect()) {
            phases.begin("load", "loading %,d mailboxes, with the tracer attached and disabled", options.users());
            watch.during("the load", () -> {
                cluster.disableCompactions(connection);
                workload.load(connection);
            });
            phases.begin("settle", "flushing and compacting the loaded data");
            watch.during("the compaction", () -> cluster.settle(connection, TableName.valueOf(DemoWorkload.TABLE)));
            phases.begin("run", "enabling the tracer");
            watch.during("the start of the tracer", cluster::enableTracer);
            before = cluster.counters();
            phases.log("running the workload for %d s", options.duration().toSeconds());
            operations = watch.during("the run", () -> workload.run(connection));
            phases.log("ran %s", operations);
        }
        phases.begin("stop", "shutting HBase down, which flushes memstores and completes the traces");
        cluster.stopHBase();
        DataNodeCounters counters = cluster.counters().since(before);
        counters.write(options.counters());
        phases.begin("tiers", "reading the tiers of HBase's files");
        List<String> tiers = DemoTiers.show(cluster.clientConfiguration(), counters, phases);
        return new Recording(operations, counters, tiers);
    }

    private CompactionResult compaction(Interruption interruption) throws IOException, InterruptedException {
        phases.begin("compaction", "comparing a stock and a local compaction of the same store files");
        try {
            return DemoCompaction.measure(options, phases, interruption);
        } catch (IOException | RuntimeException e) {
            interruption.awaitEnd();
            throw new IOException(
                    firstLine(e) + "; logs: " + options.logs() + "; the trace is kept: ./underbase analyze "
                            + options.trace() + " --counters " + options.counters(),
                    e);
        }
    }

    /** Stops the running daemons cleanly, so that traces are complete, and adds the location of the files to the message. */
    private IOException saved(DemoCluster cluster, Exception failure) {
        phases.log("failed: saving traces and logs");
        StringBuilder message = new StringBuilder(firstLine(failure));
        try {
            cluster.saveAfterFailure(options.logs(), line -> phases.log("%s", line));
            message.append("; logs: ").append(options.logs());
            if (traced()) {
                message.append("; trace so far: ./underbase analyze ").append(options.trace());
            }
        } catch (IOException | InterruptedException e) {
            failure.addSuppressed(e);
        }
        return new IOException(message.toString(), failure);
    }

    private static String firstLine(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }

    private boolean traced() throws IOException {
        if (!Files.isDirectory(options.trace())) {
            return false;
        }
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(options.trace(), "*.ubtrace")) {
            return segments.iterator().hasNext();
        }
    }

    private boolean show(Recording recording, CompactionResult compaction) throws IOException, InterruptedException {
        phases.begin("analysis", "reading the trace");
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", options.replication());
        conf.setLong("dfs.blocksize", DemoCluster.BLOCK_SIZE);
        try {
            AnalysisResult result = Analysis.of(List.of(options.trace().toUri().toString()), conf)
                    .run((done, total) -> {});
            Path page = Report.write(
                    result, Optional.of(recording.counters()), facts(recording, compaction), options.report());
            print(new Results(result, recording.counters(), recording.tiers(), compaction), page);
            return result.compare(recording.counters()).agrees();
        } catch (IOException e) {
            throw new IOException(
                    firstLine(e) + "; the trace is kept: ./underbase analyze " + options.trace() + " --counters "
                            + options.counters(),
                    e);
        }
    }

    private RunFacts facts(Recording recording, CompactionResult compaction) {
        return RunFacts.titled("HDFS under HBase: trace of the Facebook Messages workload")
                .with("When", Instant.now().truncatedTo(ChronoUnit.SECONDS))
                .with("Versions", versions())
                .with("Cluster", options.nodes() + " nodes, replication " + options.replication())
                .with(
                        "Workload",
                        String.format(
                                Locale.ROOT,
                                "%,d users, %d initial messages each, %d threads, seed %d",
                                options.users(),
                                options.messagesPerUser(),
                                options.threads(),
                                options.seed()))
                .with("Operations", recording.operations())
                .with("Sizes", DemoCluster.sizes())
                .with(
                        "Tiers",
                        String.join(
                                "; ",
                                recording
                                        .tiers()
                                        .subList(
                                                0, Math.min(3, recording.tiers().size()))))
                .with("Local compaction", compaction.summary());
    }

    private void print(Results results, Path page) throws IOException {
        String times = phases.summary();
        Optional<DataNodeCounters> counters = Optional.of(results.counters());
        if (json) {
            ObjectNode root = ResultJson.of(results.result(), counters);
            root.set("localCompaction", results.compaction().json());
            out.println(JsonText.of(root));
        } else {
            out.println();
            out.print(ResultTable.render(results.result(), counters));
            out.println();
            String differences = new PaperDifferences(results.result().figures().get(Layers.class)).sentence();
            for (String line : new String[] {differences, "Sizes: " + DemoCluster.sizes() + "."}) {
                ResultTable.wrapped(line).forEach(out::println);
            }
            out.println();
            out.println("Tiers (hatS): each node runs one DataNode for its fast device and one for its disk");
            results.tiers().forEach(line -> out.println("  " + line));
            out.println();
            out.println("Local compaction: bytes over the network compared with stock compaction");
            results.compaction().lines().forEach(line -> out.println("  " + line));
            out.println();
            out.println("Time:   " + times);
            out.println("Report: " + page);
            out.println("Trace:  " + options.trace() + "  (./underbase trace stat " + options.trace() + ")");
        }
        out.flush();
        phases.log("done: %s", times);
    }

    private static String versions() {
        return "Hadoop " + VersionInfo.getVersion() + ", HBase "
                + org.apache.hadoop.hbase.util.VersionInfo.getVersion() + ", Java "
                + System.getProperty("java.version");
    }
}
