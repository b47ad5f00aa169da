package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Said;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** What does it bring and cost to lock names and blocks apart? (HDFS-17366, from Hadoop 3.5.0 on; off unless set.) */
final class FineGrainedLock implements Scenario {
    private static final String KEY = "dfs.namenode.lock.model.provider.class";
    private static final String LOCKS = "org.apache.hadoop.hdfs.server.namenode.fgl.";
    private static final String ONE = LOCKS + "GlobalFSNamesystemLock";
    private static final String TWO = LOCKS + "FineGrainedFSNamesystemLock";
    private static final int WARM_UP = 10;
    private static final int SPREAD = 100;
    private static final long BLOCK = 128L << 20;
    private static final double MICROS = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A load on one side. */
    private record Row(String load, boolean fine, Phase phase) {
        double callMicros() {
            long calls =
                    phase.calls().values().stream().mapToLong(Long::longValue).sum();
            return phase.cpuSeconds().getOrDefault("NameNode", 0.0) * MICROS / Math.max(1, calls);
        }

        List<String> cells() {
            return List.of(
                    load,
                    fine ? "on" : "off",
                    Measured.number(phase.filesPerSecond(), 0),
                    Measured.number(phase.callsPerSecond(), 0),
                    Measured.number(phase.nameNode().get(Column.NN_QUEUE_MS), 3),
                    Measured.number(phase.nameNode().get(Column.NN_PROCESSING_MS), 3),
                    Measured.number(
                            phase.said().operationNanos()
                                    / NANOS_PER_MILLI
                                    / Math.max(1, phase.said().operations()),
                            2),
                    Measured.number(callMicros(), 0),
                    Measured.number(phase.busy(), 0));
        }
    }

    @Override
    public String name() {
        return "fine-grained-lock";
    }

    @Override
    public String question() {
        return "The NameNode's fine-grained lock (Hadoop 3.5.0 and newer) off and on, under three loads; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 30;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        if (getClass().getClassLoader().getResource(TWO.replace('.', '/') + ".class") == null) {
            throw new IOException("Hadoop " + VersionInfo.getVersion() + " has no fine-grained lock, 3.5.0 has:"
                    + " UNDERBASE_HADOOP=next ./underbase exalt scenario " + name());
        }
        List<Row> rows = new ArrayList<>();
        for (boolean fine : new boolean[] {false, true}) {
            String part = fine ? "fine" : "one";
            try (ExaltCluster cluster =
                    ExaltCluster.start(options.cluster(part, Map.of(KEY, fine ? TWO : ONE)), progress)) {
                rows.addAll(measure(cluster, fine, options, new Phases(progress)));
            }
        }
        List<String> warnings = Warnings.of(rows.stream().map(Row::phase).toList());
        return new ScenarioResult(
                name(),
                question(),
                List.of(
                        "load",
                        "fine-grained",
                        "files/s",
                        "calls/s",
                        "queue ms",
                        "work ms",
                        "client ms",
                        "NameNode CPU us/call",
                        "machine busy %"),
                rows.stream().map(Row::cells).toList(),
                verdict(rows),
                warnings);
    }

    private static List<Row> measure(ExaltCluster cluster, boolean fine, ScenarioOptions options, Phases listener)
            throws IOException, InterruptedException {
        Sampler sampler = new Sampler(cluster);
        sampler.run("warm-up", create(options, "/warm-up", WARM_UP, options.clients()), listener);
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                "files without blocks",
                fine,
                sampler.run("create", create(options, "/create", options.count(), options.clients()), listener)));
        LoadSpec write = new LoadSpec(
                LoadSpec.Kind.WRITE,
                "/write",
                options.clients(),
                1,
                0,
                options.count(),
                (short) Math.min(3, options.datanodes()),
                BLOCK,
                1,
                options.seed());
        rows.add(new Row("files of a block", fine, sampler.run("write", write, listener)));
        rows.add(new Row(
                "files without blocks, all DataNodes report all the time",
                fine,
                sampler.run(
                        "create, reports",
                        create(options, "/reports", options.count(), options.clients()),
                        new Reporting(cluster, listener))));
        return rows;
    }

    private static LoadSpec create(ScenarioOptions options, String directory, long seconds, int clients) {
        return new LoadSpec(
                LoadSpec.Kind.CREATE, directory, clients, 0, 0, seconds, (short) 1, BLOCK, SPREAD, options.seed());
    }

    /** Of the loads, how many times as many files there were with it, and the NameNode's processor time for a call. */
    private static String verdict(List<Row> rows) {
        Map<String, Row> off = new LinkedHashMap<>();
        List<String> parts = new ArrayList<>();
        for (Row row : rows) {
            if (!row.fine()) {
                off.put(row.load(), row);
                continue;
            }
            Row stock = off.get(row.load());
            parts.add(String.format(
                    Locale.ROOT,
                    "%s: %.2f times as many files in a second, %.2f times the NameNode's processor time for a call",
                    row.load(),
                    row.phase().filesPerSecond() / stock.phase().filesPerSecond(),
                    row.callMicros() / stock.callMicros()));
        }
        return "With the fine-grained lock, " + String.join("; ", parts) + ".";
    }

    /** Asks for full block reports as soon as the last ones are sent. */
    private record Reporting(ExaltCluster cluster, Sampler.Listener next, Map<EmulatedJvm, Integer> asked)
            implements Sampler.Listener {
        Reporting(ExaltCluster cluster, Sampler.Listener next) {
            this(cluster, next, new LinkedHashMap<>());
        }

        @Override
        public void told(Sample sample, Said said) {
            try {
                for (EmulatedJvm jvm : cluster.emulated()) {
                    if (jvm.reported() >= asked.getOrDefault(jvm, jvm.reported())) {
                        asked.put(jvm, jvm.reported() + 1);
                        jvm.report();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            next.told(sample, said);
        }
    }
}
