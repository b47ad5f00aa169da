package org.underbase.bench.localcompact.major;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.bench.frame.BenchOptions;
import org.underbase.bench.frame.Findings;
import org.underbase.bench.frame.Order;
import org.underbase.bench.frame.Pair;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.localcompact.client.Answer;
import org.underbase.bench.localcompact.client.Ask;
import org.underbase.bench.localcompact.client.Ask.Verb;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.testbed.ClusterBuilder;
import org.underbase.testbed.Daemon;

/** One major compaction of the same store files, again and again: local, stock, over links of three speeds. */
public final class MajorPart {
    private static final String TABLE = "major";
    private static final String NODE = "n2";
    private static final double MEGA = 1e6;
    private static final int FILES = 5;

    /** A compaction that was measured. */
    private record Run(Answer answer, Usage usage, Usage idle) {}

    private final BenchOptions options;
    private final Progress progress;
    private final Findings findings;
    private final long fileBytes;
    private final Duration idle;

    /** {@code findings} takes what is measured. */
    public MajorPart(BenchOptions options, Progress progress, Findings findings) {
        this.options = options;
        this.progress = progress;
        this.findings = findings;
        this.fileBytes = options.quick() ? 10_000_000 : 104_000_000;
        this.idle = Duration.ofSeconds(options.quick() ? 5 : 20);
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails, or what should be local is not
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : List.of(3, 5)) {
            String name = "major" + nodes;
            progress.step("major: starting " + nodes + " nodes");
            ClusterBuilder builder = CompactCluster.describe(name, nodes, options.workDirectory());
            if (options.quick()) {
                builder.set("dfs.blocksize", "16m");
            }
            try (CompactCluster cluster = CompactCluster.start(builder, options.workDirectory())) {
                measure(cluster, nodes);
            }
        }
        findings.quote("net_ratio", "all: bytes over the links");
        findings.quote("disk_read_ratio", "all: bytes read from disks");
        findings.quote("cpu_ratio", "all: CPU time of all daemons");
        findings.quote("wall_ratio_1g", Link.GIGABIT.title() + ": wall time");
        findings.quote("wall_ratio_100m", Link.HUNDRED.title() + ": wall time");
    }

    private void measure(CompactCluster cluster, int nodes) throws IOException, InterruptedException {
        Daemon server = cluster.cluster().node(NODE).regionServer();
        long log = cluster.logLength(server);
        cluster.ask(Ask.of(Verb.CREATE, TABLE).local(true).on(NODE));
        cluster.awaitLogged(server, log, TABLE + ",", "is pinned to");
        for (int file = 0; file < FILES; file++) {
            progress.step("major: " + nodes + " nodes, store file " + (file + 1) + " of " + FILES);
            cluster.ask(Ask.of(Verb.FILL, TABLE).bytes(fileBytes, options.seed() + file));
        }
        cluster.ask(Ask.of(Verb.REMEMBER, TABLE));
        if (!options.quick()) {
            progress.step("major: " + nodes + " nodes, warming up");
            both(cluster, Order.OURS_FIRST);
        }
        for (Link link : Link.values()) {
            if (!link.rate().isEmpty()) {
                cluster.linkRate(link.rate());
            }
            for (int run = 0; run < options.runs(); run++) {
                progress.step("major: " + nodes + " nodes, " + link.title() + ", run " + (run + 1));
                Map<Side, Run> runs = both(cluster, Order.of(run));
                tell(nodes + " nodes, " + link.title(), runs);
                tell(link.title(), runs);
                tell("all", runs);
            }
        }
    }

    private enum Side {
        OURS,
        STOCK
    }

    private Map<Side, Run> both(CompactCluster cluster, Order order) throws IOException, InterruptedException {
        Map<Side, Run> runs = new EnumMap<>(Side.class);
        for (boolean ours : order.sides()) {
            runs.put(ours ? Side.OURS : Side.STOCK, compact(cluster, ours));
        }
        return runs;
    }

    private Run compact(CompactCluster cluster, boolean ours) throws IOException, InterruptedException {
        Daemon server = cluster.cluster().node(NODE).regionServer();
        long opened = cluster.logLength(server);
        cluster.ask(Ask.of(Verb.PREPARE, TABLE).local(ours).on(NODE));
        if (ours) {
            cluster.awaitLogged(server, opened, TABLE + ",", "is pinned to");
        }
        cluster.evict();
        Usage noise = cluster.idle(idle);
        long log = cluster.logLength(server);
        Usage before = cluster.usage();
        Answer answer = cluster.ask(Ask.of(Verb.COMPACT, TABLE));
        Usage used = cluster.usage().minus(before);
        if (ours) {
            String said = cluster.awaitLogged(server, log, TABLE + ",", "is compacted");
            if (!said.contains("is compacted locally")) {
                throw new IOException("what should be compacted locally was not: " + said);
            }
        }
        progress.step(String.format(
                java.util.Locale.ROOT,
                "major: %s %.1f s, %.1f MB in, %.1f MB out, %.3f MB over the links (idle %.3f MB), CPU %.1f s",
                ours ? "ours" : "stock",
                answer.seconds(),
                answer.inputBytes() / MEGA,
                answer.outputBytes() / MEGA,
                used.crossed() / MEGA,
                (used.crossed() - used.without(noise).crossed()) / MEGA,
                used.cpuSeconds()));
        return new Run(answer, used, noise);
    }

    private void tell(String where, Map<Side, Run> runs) {
        Run ours = runs.get(Side.OURS);
        Run stock = runs.get(Side.STOCK);
        compare(
                where + ": bytes over the links",
                "MB",
                ours.usage().without(ours.idle()).crossed() / MEGA,
                stock.usage().without(stock.idle()).crossed() / MEGA);
        compare(
                where + ": bytes over the links, idle traffic included",
                "MB",
                ours.usage().crossed() / MEGA,
                stock.usage().crossed() / MEGA);
        compare(
                where + ": bytes read from disks",
                "MB",
                ours.usage().disk().read() / MEGA,
                stock.usage().disk().read() / MEGA);
        compare(
                where + ": bytes written to disks",
                "MB",
                ours.usage().disk().written() / MEGA,
                stock.usage().disk().written() / MEGA);
        compare(
                where + ": CPU time of all daemons",
                "s",
                ours.usage().cpuSeconds(),
                stock.usage().cpuSeconds());
        compare(
                where + ": wall time",
                "s",
                ours.answer().seconds(),
                stock.answer().seconds());
    }

    private void compare(String what, String unit, double ours, double stock) {
        findings.compared(what, unit, new Pair(ours, stock));
    }
}
