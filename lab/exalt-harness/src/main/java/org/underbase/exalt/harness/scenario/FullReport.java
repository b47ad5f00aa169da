package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.MachineLoad;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.RateTracker;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.node.NodeSettings;
import org.underbase.exalt.harness.run.Warnings;

/**
 * Scenario that measures how long a full block report delays a DataNode's heartbeats and holds the NameNode's write lock. (In NSDI '14,
 * section 6.1.4, a scan delayed them; in current Hadoop, the report shares the thread of the heartbeats.)
 */
final class FullReport implements Scenario {
    private static final int STEPS = 4;
    private static final int VOLUMES = 4;
    /** Minimum number of replicas per step. */
    private static final long LEAST_FILES = 10;

    private static final long REPORTS = 5;
    private static final int WARM_UP = 3;
    private static final int BLOCK = 1024;
    /** Minimum R2 of the fitted line. */
    private static final double LEAST_R2 = 0.8;

    private static final long BLOCKS_OF_FILE = 20;
    private static final long PATIENCE_SECONDS = 60;
    /** A NameNode thread processes queued reports, several small storages per lock acquisition. */
    private static final String LOCK = "FSNWriteLockProcessQueueNanos";

    private static final double NANOS_PER_MILLI = 1e6;
    /** Readers and writers avoid a DataNode without heartbeats for this time, see dfs.namenode.stale.datanode.interval. */
    private static final double STALE_MILLIS = 30_000;

    /** Slightly more than the period of the NameNode's metrics. */
    private static final double PERIOD_SECONDS = 1.5;

    private static final List<Arrangement> ARRANGEMENTS = List.of(
            new Arrangement("1 volume, 1 message", 0, 1, 1, Long.MAX_VALUE),
            new Arrangement(VOLUMES + " volumes, 1 message", 1, VOLUMES, 1, Long.MAX_VALUE),
            new Arrangement(VOLUMES + " volumes, 1 message each", 1, VOLUMES, VOLUMES, 0));

    /**
     * Arrangement of a report.
     *
     * @param node index of the DataNode
     * @param messages expected number of messages per report
     * @param threshold value of {@code dfs.blockreport.split.threshold}
     */
    private record Arrangement(String words, int node, int volumes, int messages, long threshold) {}

    /** Measurements of several reports: median times in milliseconds, number of lock acquisitions per report, and their mean hold time. */
    private record Report(long replicas, Arrangement how, double make, double all, double holds, double lock) {
        List<String> row() {
            return List.of(
                    String.format(Locale.ROOT, "%,d", replicas),
                    how.words(),
                    Measured.number(make, 1),
                    Measured.number(all - make, 1),
                    Measured.number(all, 1),
                    Measured.number(holds, 1),
                    Measured.number(lock, 2));
        }
    }

    @Override
    public String name() {
        return "full-report";
    }

    @Override
    public String question() {
        return "Delay of heartbeats and hold time of the write lock by a full block report, as a DataNode gets up to --count replicas";
    }

    @Override
    public long defaultCount() {
        return 32_000;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<String, String> settings = Map.of(
                NodeSettings.VOLUMES,
                "1," + VOLUMES,
                "dfs.namenode.fs-limits.min-block-size",
                Integer.toString(BLOCK),
                // Otherwise each writer sleeps for 0.4 s when a DataNode has not reported a block yet.
                "dfs.client.block.write.locateFollowingBlock.initial.delay.ms",
                "10");
        List<Report> reports = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        try (ExaltCluster cluster = ExaltCluster.start(cluster(options, settings), progress)) {
            Sampler sampler = new Sampler(cluster);
            long files = Math.max(STEPS, options.count() / BLOCKS_OF_FILE);
            long written = 0;
            double busiest = 0;
            for (int step = 1; step <= STEPS; step++) {
                // Each step doubles the number of replicas.
                long until = files >> (STEPS - step);
                if (until < LEAST_FILES && step < STEPS - 1) {
                    continue;
                }
                Phase phase = sampler.run("fill-" + step, load(options, step, until - written), new Phases(progress));
                warnings.addAll(Warnings.ofErrors(List.of(phase)));
                written = until;
                MachineLoad load = MachineLoad.fromNow();
                for (Arrangement arrangement : ARRANGEMENTS) {
                    reports.add(measure(cluster, written * BLOCKS_OF_FILE, arrangement));
                }
                busiest = Math.max(busiest, load.busy());
                progress.accept(String.format(
                        Locale.ROOT,
                        "%,d replicas: a report takes %.1f ms",
                        written * BLOCKS_OF_FILE,
                        reports.get(reports.size() - ARRANGEMENTS.size()).all()));
            }
            warnings.addAll(Warnings.ofBusy("reports", busiest));
        }
        return new ScenarioResult(
                name(),
                question(),
                List.of(
                        "replicas",
                        "how",
                        "created ms",
                        "created and answered ms",
                        "heartbeat delay ms",
                        "write locks",
                        "hold time ms"),
                reports.stream().map(Report::row).toList(),
                verdict(reports),
                List.copyOf(warnings));
    }

    /** Two DataNodes with a replica of each block. */
    private static ClusterOptions cluster(ScenarioOptions options, Map<String, String> settings) {
        return options.withDatanodes(2).cluster("full-report", settings);
    }

    private static LoadSpec load(ScenarioOptions options, int step, long files) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE,
                "/step-" + step,
                Math.min(options.clients(), 32),
                BLOCKS_OF_FILE * BLOCK,
                files,
                0,
                (short) 2,
                BLOCK,
                1,
                options.seed());
    }

    private static Report measure(ExaltCluster cluster, long replicas, Arrangement how)
            throws IOException, InterruptedException {
        EmulatedJvm jvm = cluster.emulated().get(0);
        for (int i = 0; i < WARM_UP; i++) {
            jvm.timeReport(how.node(), how.threshold());
        }
        List<Double> make = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        try (RateTracker locks = new RateTracker(cluster.nameNode(), "FSNamesystem", LOCK);
                RateTracker messages =
                        new RateTracker(cluster.nameNode(), "RpcDetailedActivityForPortPORT", "BlockReport")) {
            // The metrics lag by a second; wait for those of the warm-up reports.
            locks.follow(PERIOD_SECONDS);
            locks.begin();
            messages.begin();
            for (int i = 0; i < REPORTS; i++) {
                EmulatedJvm.ReportTime time = jvm.timeReport(how.node(), how.threshold());
                make.add(time.makeNanos() / NANOS_PER_MILLI);
                all.add(time.allNanos() / NANOS_PER_MILLI);
            }
            locks.follow(PERIOD_SECONDS);
            locks.await(REPORTS, PATIENCE_SECONDS);
            messages.await(REPORTS * how.messages(), PATIENCE_SECONDS);
            if (messages.count() != REPORTS * how.messages()) {
                throw new IOException(how.words() + ": the NameNode counted " + messages.count() + " report messages");
            }
            return new Report(
                    replicas,
                    how,
                    median(make),
                    median(all),
                    locks.count() / (double) REPORTS,
                    locks.mean() / NANOS_PER_MILLI);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static String verdict(List<Report> reports) {
        List<Report> one = of(reports, 0);
        Fit wait = Fit.of(
                one.stream().map(report -> new double[] {report.replicas()}).toList(),
                one.stream().map(Report::all).toList());
        double lock = last(one).lock();
        double apart = last(of(reports, 1)).lock();
        String wide = String.format(
                Locale.ROOT,
                "%d volumes %s: %.2f ms versus %.2f ms with %,d replicas. ",
                VOLUMES,
                Verdict.less(apart, lock, "reduce the hold time of the write lock"),
                apart,
                lock,
                last(one).replicas());
        Report split = last(of(reports, 2));
        Report whole = last(of(reports, 1));
        String messages = String.format(
                Locale.ROOT,
                "With a message per volume, the hold time is %.2f ms, and heartbeats are delayed by %.1f ms versus %.1f ms with one"
                        + " message, because one thread sends all messages",
                split.lock(),
                split.all(),
                whole.all());
        String grows = wait.factor(0) <= 0 || wait.r2() < LEAST_R2
                ? String.format(
                        Locale.ROOT,
                        "The delay of heartbeats is not linear in the replicas here (R2 %.3f). ",
                        wait.r2())
                : String.format(
                        Locale.ROOT,
                        "Heartbeats are delayed by %.2f ms more per 1,000 replicas (R2 %.3f; extrapolated, 30 s with %,.0f"
                                + " million replicas). ",
                        wait.factor(0) * 1000,
                        wait.r2(),
                        STALE_MILLIS / wait.factor(0) / 1e6);
        return grows + wide + messages;
    }

    private static List<Report> of(List<Report> reports, int arrangement) {
        return reports.stream()
                .filter(report -> report.how().equals(ARRANGEMENTS.get(arrangement)))
                .toList();
    }

    private static Report last(List<Report> reports) {
        return reports.get(reports.size() - 1);
    }
}
