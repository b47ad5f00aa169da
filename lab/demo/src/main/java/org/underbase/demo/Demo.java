package org.underbase.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.underbase.analysis.report.RunFacts;
import org.underbase.demo.compaction.CompactionResult;
import org.underbase.testbed.Role;

/** One demonstration, from nothing to the report. Not thread-safe. */
public final class Demo {
    private final DemoOptions options;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Phases phases;

    /**
     * @param json whether the result is printed as JSON instead of tables
     * @param out takes the result
     * @param err takes the progress
     */
    public Demo(DemoOptions options, boolean json, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.json = json;
        this.out = out;
        this.err = err;
        this.phases = new Phases(err);
    }

    /** What was recorded, beside the trace itself. */
    private record Recording(String operations, DataNodeCounters counters, List<String> tiers) {}

    /** All that is shown. */
    private record Shown(
            AnalysisResult result, DataNodeCounters counters, List<String> tiers, CompactionResult compaction) {}

    /**
     * Starts the cluster, loads it, runs the workload with the tracer on, shows the result and leaves nothing running.
     *
     * @return whether the trace agrees with the DataNodes' counters
     * @throws IOException when a part fails; its message says which, and where to find what was traced until then
     * @throws InterruptedException when the calling thread is interrupted
     */
    public boolean run() throws IOException, InterruptedException {
        try (phases;
                Interruption interruption = Interruption.watch(err)) {
            try (Places ignored = Places.prepare(options)) {
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
        try (DemoCluster cluster = DemoCluster.start(options, line -> phases.say("%s", line))) {
            try {
                phases.say("%s", cluster.describe());
                phases.say("NameNode %s  HBase Master %s", cluster.web(Role.NAMENODE), cluster.web(Role.MASTER));
                return record(cluster);
            } catch (IOException | RuntimeException e) {
                interruption.awaitEnd();
                throw salvaged(cluster, e);
            } finally {
                phases.say("removing the cluster");
            }
        }
    }

    private Recording record(DemoCluster cluster) throws IOException, InterruptedException {
        Watch watch = new Watch(cluster::dead, options.work());
        DemoWorkload workload = new DemoWorkload(options, phases);
        DataNodeCounters before;
        String operations;
        cluster.checkAttached();
        try (Connection connection = cluster.connect()) {
            phases.begin("load", "loading %,d mailboxes, the tracer attached and off", options.users());
            watch.during("the load", () -> {
                cluster.holdCompactions(connection);
                workload.load(connection);
            });
            phases.begin("settle", "flushing and compacting what was loaded");
            watch.during("the compaction", () -> cluster.settle(connection, TableName.valueOf(DemoWorkload.TABLE)));
            phases.begin("run", "switching the tracer on");
            watch.during("the switch of the tracer", cluster::traceOn);
            before = cluster.counters();
            phases.say("running the workload for %d s", options.duration().toSeconds());
            operations = watch.during("the run", () -> workload.run(connection));
            phases.say("ran %s", operations);
        }
        phases.begin("stop", "shutting HBase down, so that memstores are flushed and traces complete");
        cluster.stopHBase();
        DataNodeCounters counters = cluster.counters().since(before);
        counters.write(options.counters());
        phases.begin("tiers", "looking at HBase's files on their tiers");
        List<String> tiers = DemoTiers.show(cluster.clientConfiguration(), counters, phases);
        return new Recording(operations, counters, tiers);
    }

    private CompactionResult compaction(Interruption interruption) throws IOException, InterruptedException {
        phases.begin("compaction", "compacting the same store files with and without the network");
        try {
            return DemoCompaction.show(options, phases, interruption);
        } catch (IOException | RuntimeException e) {
            interruption.awaitEnd();
            throw new IOException(
                    firstLine(e) + "; logs: " + options.logs() + "; the trace stays: ./underbase analyze "
                            + options.trace() + " --counters " + options.counters(),
                    e);
        }
    }

    /** Ends in order what still lives, so that no trace is cut short, and says where everything is. */
    private IOException salvaged(DemoCluster cluster, Exception failure) {
        phases.say("failed: saving traces and logs");
        StringBuilder message = new StringBuilder(firstLine(failure));
        try {
            cluster.salvage(options.logs(), line -> phases.say("%s", line));
            message.append("; logs: ").append(options.logs());
            if (traced()) {
                message.append("; what was traced until then: ./underbase analyze ")
                        .append(options.trace());
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
            print(new Shown(result, recording.counters(), recording.tiers(), compaction), page);
            return result.compare(recording.counters()).agrees();
        } catch (IOException e) {
            throw new IOException(
                    firstLine(e) + "; the trace stays: ./underbase analyze " + options.trace() + " --counters "
                            + options.counters(),
                    e);
        }
    }

    private RunFacts facts(Recording recording, CompactionResult compaction) {
        return RunFacts.titled("HDFS under HBase: the Facebook-Messages workload, traced")
                .with("When", Instant.now().truncatedTo(ChronoUnit.SECONDS))
                .with("Versions", versions())
                .with("Cluster", options.nodes() + " nodes, replication " + options.replication())
                .with(
                        "Workload",
                        String.format(
                                Locale.ROOT,
                                "%,d users, %d messages each at the start, %d threads, seed %d",
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

    private void print(Shown shown, Path page) throws IOException {
        String times = phases.summary();
        Optional<DataNodeCounters> counters = Optional.of(shown.counters());
        if (json) {
            ObjectNode root = ResultJson.of(shown.result(), counters);
            root.set("localCompaction", shown.compaction().json());
            out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root));
        } else {
            out.println();
            out.print(ResultTable.render(shown.result(), counters));
            out.println();
            String differences = new PaperDifferences(shown.result().figures().get(Layers.class)).sentence();
            for (String line : new String[] {differences, "Sizes: " + DemoCluster.sizes() + "."}) {
                ResultTable.wrapped(line).forEach(out::println);
            }
            out.println();
            out.println("Tiers (hatS): each node runs a DataNode for its fast device and one for its disk");
            shown.tiers().forEach(line -> out.println("  " + line));
            out.println();
            out.println("Local compaction: bytes over the network with and without");
            shown.compaction().lines().forEach(line -> out.println("  " + line));
            out.println();
            out.println("Time:   " + times);
            out.println("Report: " + page);
            out.println("Trace:  " + options.trace() + "  (./underbase trace stat " + options.trace() + ")");
        }
        out.flush();
        phases.say("done: %s", times);
    }

    private static String versions() {
        return "Hadoop " + VersionInfo.getVersion() + ", HBase "
                + org.apache.hadoop.hbase.util.VersionInfo.getVersion() + ", Java "
                + System.getProperty("java.version");
    }
}
