package org.underbase.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.report.DemoTable;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.RunFacts;
import org.underbase.analysis.truth.DataNodeCounters;
import org.underbase.testbed.Role;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.LoadResult;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.RunResult;

/** One demonstration, from nothing to the report. Not thread-safe. */
public final class Demo {
    private final DemoOptions options;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long began = System.nanoTime();

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
    }

    /**
     * Starts the cluster, runs the workload, shows the result and leaves nothing running.
     *
     * @return whether the trace agrees with the DataNodes' counters
     * @throws IOException when a part fails; its message says which
     * @throws InterruptedException when the calling thread is interrupted
     */
    public boolean run() throws IOException, InterruptedException {
        clear(options.trace());
        RunFacts facts = RunFacts.titled("HDFS under HBase: the Facebook-Messages workload, traced")
                .with("when", Instant.now().truncatedTo(ChronoUnit.SECONDS))
                .with("versions", versions())
                .with("cluster", options.nodes() + " nodes, replication " + options.replication());
        DataNodeCounters counters;
        say("starting %d nodes with HDFS, ZooKeeper and HBase, the tracer attached", options.nodes());
        try (DemoCluster cluster = DemoCluster.start(options)) {
            say("%s", cluster.describe());
            say("NameNode %s  HBase Master %s", cluster.web(Role.NAMENODE), cluster.web(Role.MASTER));
            facts = drive(cluster, facts);
            cluster.checkAttached();
            say("shutting HBase down, so that memstores are flushed and traces complete");
            cluster.stopHBase();
            counters = cluster.counters();
            counters.write(options.work().resolve("counters.json"));
            say("stopping HDFS");
        }
        return show(facts, counters);
    }

    private RunFacts drive(DemoCluster cluster, RunFacts facts) throws IOException {
        MessagesWorkload workload = MessagesWorkload.builder()
                .users(options.users())
                .messagesPerUser(options.messagesPerUser())
                .seed(options.seed())
                .regions(2 * options.nodes())
                .compression("ZSTD")
                .threads(options.threads())
                .duration(options.duration())
                .reportEvery(Duration.ofSeconds(10))
                .build();
        try (Connection connection = cluster.connect()) {
            workload.createTable(connection);
            LoadResult loaded = workload.load(connection, progress());
            check("load", loaded.measurement());
            say("loaded %,d mailboxes, %,d cells", loaded.measurement().operations(), loaded.cellsPut());
            RunResult run = workload.run(connection, progress());
            check("run", run.measurement());
            say(
                    "ran %,d gets, %,d puts, %,d deletes: %,.0f operations a second",
                    run.gets(), run.puts(), run.deletes(), run.measurement().perSecond());
            return facts.with(
                            "workload",
                            String.format(
                                    Locale.ROOT,
                                    "%,d users, %d messages each at the start, %d threads, %d s, seed %d",
                                    options.users(),
                                    options.messagesPerUser(),
                                    options.threads(),
                                    options.duration().toSeconds(),
                                    options.seed()))
                    .with(
                            "operations",
                            String.format(
                                    Locale.ROOT,
                                    "%,d gets, %,d puts, %,d deletes, %,.0f a second",
                                    run.gets(),
                                    run.puts(),
                                    run.deletes(),
                                    run.measurement().perSecond()));
        }
    }

    private static void check(String phase, Measurement measurement) throws IOException {
        if (measurement.end() != Measurement.End.COMPLETED || measurement.errors() > 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "the %s of the workload failed after %,d operations with %,d errors",
                    phase,
                    measurement.operations(),
                    measurement.errors()));
        }
    }

    private boolean show(RunFacts facts, DataNodeCounters counters) throws IOException, InterruptedException {
        say("reading the trace");
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", options.replication());
        AnalysisResult result =
                Analysis.of(List.of(options.trace().toUri().toString()), conf).run((done, total) -> {});
        Path page = Report.write(result, Optional.of(counters), facts, options.report());
        boolean agrees = result.compare(counters).agrees();
        if (json) {
            out.println(new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(ResultJson.of(result, Optional.of(counters))));
        } else {
            out.println();
            out.print(new DemoTable(result, Optional.of(counters)).render());
            out.println();
            out.println("Report: " + page);
            out.println("Trace:  " + options.trace() + "  (./underbase trace stat " + options.trace() + ")");
        }
        out.flush();
        say("done");
        return agrees;
    }

    private static String versions() {
        return "Hadoop " + VersionInfo.getVersion() + ", HBase "
                + org.apache.hadoop.hbase.util.VersionInfo.getVersion() + ", Java "
                + System.getProperty("java.version");
    }

    /** Removes what an earlier demonstration left. */
    private static void clear(Path directory) throws IOException {
        if (directory.toFile().exists() && !FileUtil.fullyDelete(directory.toFile())) {
            throw new IOException("cannot remove " + directory + " of an earlier demo: check its permissions");
        }
    }

    private Progress progress() {
        return report -> say(
                "%s: %,d%s %s, %,.0f a second%s",
                report.phase(),
                report.done(),
                report.total() > 0 ? String.format(Locale.ROOT, " of %,d", report.total()) : "",
                report.unit(),
                report.perSecond(),
                report.p99() > 0 ? String.format(Locale.ROOT, ", p99 %.1f ms", report.p99() / 1e6) : "");
    }

    private void say(String format, Object... arguments) {
        long seconds = (System.nanoTime() - began) / 1_000_000_000L;
        err.printf(Locale.ROOT, "[%3d s] %s%n", seconds, String.format(Locale.ROOT, format, arguments));
        err.flush();
    }
}
