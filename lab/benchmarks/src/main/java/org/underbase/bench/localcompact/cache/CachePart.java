package org.underbase.bench.localcompact.cache;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Compacted;
import org.underbase.bench.localcompact.cluster.StoreFiles;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.process.MemoryGroup;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code cache}: hits in the page cache of clients that read a hot file at random positions during major compactions
 * whose files are larger than the page cache.
 */
public final class CachePart {
    private static final String HITS = "cache: hits of readers during a compaction";
    private static final int NODES = 3;
    private static final int FILES = 5;
    private static final int READS_PER_SECOND = 100;
    private static final int WARM_UPS = 1;
    private static final double MEGA = 1e6;
    /** Includes what the DataNode's heap grows. */
    private static final long LIMIT_BYTES = 448L << 20;

    private static final long HOT_BYTES = 128L << 20;

    /** How a DataNode sends a block. */
    private enum Sending {
        /** The socket holds the pages of the file, and the kernel cannot drop them; HDFS's default. */
        PAGES(""),
        /** The DataNode copies the bytes. */
        COPIES(", copied by DataNodes");

        private final String suffix;

        Sending(String suffix) {
            this.suffix = suffix;
        }
    }

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public CachePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part, or notes why this machine cannot.
     *
     * @throws IOException if the cluster does not start or fails, or a compaction is not local
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        Optional<String> obstacle = MemoryGroup.obstacle();
        if (obstacle.isPresent()) {
            measurements.note("cache: not measured: " + obstacle.get());
            return;
        }
        for (Sending sending : Sending.values()) {
            run(sending);
        }
        measurements.note(String.format(
                Locale.ROOT,
                "cache: the memory of each DataNode with its page cache is limited to %d MiB; a hot file of %d MiB with a replica"
                        + " on each node is in the page cache when the compaction starts, and %d reads of 64 KiB per second"
                        + " select random positions and replicas. Their hits are the cached fraction of the file, averaged over"
                        + " the compaction.",
                LIMIT_BYTES >> 20,
                HOT_BYTES >> 20,
                READS_PER_SECOND));
        measurements.quote("reader_hits_ratio", HITS);
    }

    private void run(Sending sending) throws IOException, InterruptedException {
        progress.step("cache" + sending.suffix + ": starting " + NODES + " nodes");
        ClusterRecipe recipe = CompactCluster.recipe(
                        "cache-" + sending.name().toLowerCase(Locale.ROOT), NODES, options.workDirectory())
                .set(Role.DATANODE, "dfs.datanode.transferTo.allowed", Boolean.toString(sending == Sending.PAGES));
        try (CompactCluster cluster = CompactCluster.start(recipe, options.workDirectory())) {
            Map<Node, MemoryGroup> groups = new LinkedHashMap<>();
            for (Node node : cluster.cluster().nodes()) {
                groups.put(node, cluster.cluster().limitMemory(node.dataNode(0), LIMIT_BYTES));
            }
            measure(
                    sending,
                    cluster,
                    new HotReplicas(cluster, groups, options.quick() ? HOT_BYTES / 16 : HOT_BYTES, options.seed()));
        }
    }

    private void measure(Sending sending, CompactCluster cluster, HotReplicas hot)
            throws IOException, InterruptedException {
        StoreFiles files = new StoreFiles(cluster, "cache", "n2");
        files.create();
        for (int file = 0; file < FILES; file++) {
            progress.step("cache: store file " + (file + 1) + " of " + FILES);
            files.fill(options.quick() ? 2_000_000 : 104_000_000, options.seed() + file);
        }
        files.remember();
        for (int run = options.quick() ? 0 : -WARM_UPS; run < options.runs(); run++) {
            double[] hits = new double[2];
            double[] seconds = new double[2];
            for (boolean side : Order.of(run + WARM_UPS).sides()) {
                List<CacheSamples> samples = new ArrayList<>();
                try {
                    Compacted done = files.compactWithReaders(
                            side,
                            () -> {
                                hot.load();
                                samples.add(new CacheSamples(hot));
                            },
                            READS_PER_SECOND,
                            options.seed() + run);
                    if (side && !done.local()) {
                        throw new IOException("a compaction was not local: " + done.decision());
                    }
                    hits[side ? 0 : 1] = 100 * samples.get(0).mean();
                    seconds[side ? 0 : 1] = done.response().seconds();
                    progress.step(String.format(
                            Locale.ROOT,
                            "cache%s: run %d, %s %.1f s, %.1f%% hits, then %.1f MB of replicas in the page cache",
                            sending.suffix,
                            run + 1,
                            side ? "Underbase" : "stock",
                            done.response().seconds(),
                            hits[side ? 0 : 1],
                            done.cachedBytes() / MEGA));
                } finally {
                    samples.forEach(CacheSamples::close);
                }
            }
            if (run >= 0) {
                measurements.compared(HITS + sending.suffix, "%", new Pair(hits[0], hits[1]));
                measurements.compared(
                        "cache: wall time with readers" + sending.suffix, "s", new Pair(seconds[0], seconds[1]));
            }
        }
    }
}
