package org.underbase.bench.tiers.cache;

import java.io.IOException;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;
import org.underbase.tier.policy.LeastHeat;
import org.underbase.tier.policy.LeastRecentlyUsed;

/**
 * Part {@code cache}: byte hit share of additional replicas on the fastest tier, compared with LRU at equal capacity, in the
 * decision code with ten seeds, and on a cluster inside this JVM.
 */
public final class CachePart {
    private static final int SEEDS = 10;
    /** The default of {@code dfs.tier.cache.min.reads}. */
    private static final double MIN_READS = 2;

    private static final String DECISIONS = "decision code: bytes read from the cache";
    private static final String CLUSTER = "cluster: bytes read from the fast tier";

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
     * Runs the part once.
     *
     * @throws IOException if the cluster does not start or a read fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int run = 0; run < SEEDS; run++) {
            progress.step("cache: decision code, seed " + (run + 1) + " of " + SEEDS);
            decide(options.seed() + run);
        }
        measurements.quote("cache_hit_vs_lru", DECISIONS);
        progress.step("cache: cluster, LeastHeat");
        double heat = new CacheCluster(LeastHeat.class, MIN_READS, options.quick()).hits(options.seed());
        progress.step("cache: cluster, LeastRecentlyUsed");
        double lru = new CacheCluster(LeastRecentlyUsed.class, 0, options.quick()).hits(options.seed());
        if (lru > 0) {
            measurements.compared(CLUSTER, "of 1", new Pair(heat, lru));
            measurements.quote("cache_hit_vs_lru_cluster", CLUSTER);
        } else {
            measurements.measured(CLUSTER + ", LRU without any", "of 1", heat);
        }
        measurements.note(
                "cache: the stock side is LRU: in the decision code, the better one of a usual LRU cache and of"
                        + " LeastRecentlyUsed in the rounds of the monitor; on the cluster, LeastRecentlyUsed in these rounds");
    }

    private void decide(long seed) {
        CacheSimulation simulation =
                options.quick() ? new CacheSimulation(500, 10_000, seed) : new CacheSimulation(2_000, 60_000, seed);
        CacheSimulation.Shares heat = simulation.planned(new LeastHeat(), MIN_READS);
        CacheSimulation.Shares lru = simulation.lru();
        CacheSimulation.Shares rounds = simulation.planned(new LeastRecentlyUsed(), 0);
        measurements.compared(DECISIONS, "of 1", new Pair(heat.hits(), Math.max(lru.hits(), rounds.hits())));
        measurements.compared(
                "decision code: bytes copied into the cache per byte read", "", new Pair(heat.copied(), lru.copied()));
    }
}
