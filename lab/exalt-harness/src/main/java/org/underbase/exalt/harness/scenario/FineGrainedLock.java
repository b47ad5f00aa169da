package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that compares the NameNode with one lock and with the FS lock and BM lock of HDFS-17366 (Hadoop 3.5.0 and newer, off by default). */
final class FineGrainedLock implements Scenario {
    private static final String KEY = "dfs.namenode.lock.model.provider.class";
    private static final String LOCKS = "org.apache.hadoop.hdfs.server.namenode.fgl.";
    private static final String ONE = LOCKS + "GlobalFSNamesystemLock";
    private static final String TWO = LOCKS + "FineGrainedFSNamesystemLock";
    private static final int WARM_UP = 10;
    private static final int ROUNDS = 3;
    private static final int SPREAD = 100;
    private static final long BLOCK = 128L << 20;
    private static final double MICROS = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Load with one setting of the lock, in several rounds. */
    private record Row(String load, boolean fine, List<Phase> rounds) {
        /** Returns the round with the median rate. */
        Phase phase() {
            return sorted().get(rounds.size() / 2);
        }

        double least() {
            return sorted().get(0).filesPerSecond();
        }

        double most() {
            return sorted().get(rounds.size() - 1).filesPerSecond();
        }

        private List<Phase> sorted() {
            return rounds.stream()
                    .sorted(Comparator.comparingDouble(Phase::filesPerSecond))
                    .toList();
        }

        double callMicros() {
            Phase phase = phase();
            long calls =
                    phase.calls().values().stream().mapToLong(Long::longValue).sum();
            return phase.cpuSeconds().getOrDefault("NameNode", 0.0) * MICROS / Math.max(1, calls);
        }

        List<String> cells() {
            Phase phase = phase();
            return List.of(
                    load,
                    fine ? "on" : "off",
                    Measured.number(phase.filesPerSecond(), 0),
                    Measured.number(least(), 0),
                    Measured.number(most(), 0),
                    Measured.number(phase.callsPerSecond(), 0),
                    Measured.number(phase.nameNode().get(Column.NN_QUEUE_MS), 3),
                    Measured.number(phase.nameNode().get(Column.NN_PROCESSING_MS), 3),
                    Measured.number(phase.nameNode().get(Column.NN_LOCK_WAIT_MS), 3),
                    Measured.number(phase.nameNode().get(Column.NN_WRITE_LOCK_MS), 4),
                    Measured.number(phase.nameNode().get(Column.NN_BLOCK_LOCK_MS), 4),
                    Measured.number(
                            phase.progress().operationNanos()
                                    / NANOS_PER_MILLI
                                    / Math.max(1, phase.progress().operations()),
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
        return "NameNode with the fine-grained lock (Hadoop 3.5.0 and newer) off and on, three loads, three rounds; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        if (getClass().getClassLoader().getResource(TWO.replace('.', '/') + ".class") == null) {
            throw new IOException("Hadoop " + VersionInfo.getVersion()
                    + " has no fine-grained lock: run UNDERBASE_HADOOP=next" + " ./underbase exalt scenario " + name());
        }
        List<Row> rows = new ArrayList<>();
        for (boolean fine : new boolean[] {false, true}) {
            String part = fine ? "fine" : "one";
            try (ExaltCluster cluster =
                    ExaltCluster.start(options.cluster(part, Map.of(KEY, fine ? TWO : ONE)), progress)) {
                rows.addAll(measure(cluster, fine, options, new Phases(progress)));
            }
        }
        List<String> warnings =
                Warnings.of(rows.stream().flatMap(row -> row.rounds().stream()).toList());
        return new ScenarioResult(
                name(),
                question(),
                List.of(
                        "load",
                        "fine-grained",
                        "files/s",
                        "least",
                        "most",
                        "calls/s",
                        "queue ms",
                        "work ms",
                        "lock wait ms",
                        "FS write lock ms",
                        "BM write lock ms",
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
        List<Phase> creates = new ArrayList<>();
        List<Phase> writes = new ArrayList<>();
        List<Phase> reports = new ArrayList<>();
        // Interleave the rounds of the loads, so that other activity of the machine affects all loads.
        for (int round = 1; round <= ROUNDS; round++) {
            creates.add(sampler.run(
                    "create " + round,
                    create(options, "/create-" + round, options.count(), options.clients()),
                    listener));
            writes.add(sampler.run("write " + round, write(options, "/write-" + round), listener));
            reports.add(sampler.run(
                    "create, reports " + round,
                    create(options, "/reports-" + round, options.count(), options.clients()),
                    new Reporting(cluster, listener)));
        }
        return List.of(
                new Row("files without blocks", fine, creates),
                new Row("files of one block", fine, writes),
                new Row("files without blocks, continuous block reports", fine, reports));
    }

    private static LoadSpec write(ScenarioOptions options, String directory) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE,
                directory,
                options.clients(),
                1,
                0,
                options.count(),
                (short) Math.min(3, options.datanodes()),
                BLOCK,
                1,
                options.seed());
    }

    private static LoadSpec create(ScenarioOptions options, String directory, long seconds, int clients) {
        return new LoadSpec(
                LoadSpec.Kind.CREATE, directory, clients, 0, 0, seconds, (short) 1, BLOCK, SPREAD, options.seed());
    }

    /** Compares the medians of the loads: rates of files, and processor time of the NameNode per call. */
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
                    "%s: %.2f times the files/s%s, %.2f times the NameNode's processor time per call",
                    row.load(),
                    row.phase().filesPerSecond() / stock.phase().filesPerSecond(),
                    row.least() <= stock.most() && stock.least() <= row.most() ? " (rounds overlap)" : "",
                    row.callMicros() / stock.callMicros()));
        }
        return "With the fine-grained lock, " + String.join("; ", parts) + ".";
    }

    /** Listener that requests full block reports whenever the last ones are complete. */
    private record Reporting(ExaltCluster cluster, Sampler.Listener next, Map<EmulatedJvm, Integer> requested)
            implements Sampler.Listener {
        Reporting(ExaltCluster cluster, Sampler.Listener next) {
            this(cluster, next, new LinkedHashMap<>());
        }

        @Override
        public void measured(Sample sample, LoadProgress progress) {
            try {
                for (EmulatedJvm jvm : cluster.emulated()) {
                    if (jvm.reported() >= requested.getOrDefault(jvm, jvm.reported())) {
                        requested.put(jvm, jvm.reported() + 1);
                        jvm.report();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            next.measured(sample, progress);
        }
    }
}
