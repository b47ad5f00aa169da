package org.underbase.bench.tiers;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.tiers.cache.CachePart;
import org.underbase.bench.tiers.cost.CostPart;
import org.underbase.bench.tiers.cost.IncrementalPart;
import org.underbase.bench.tiers.cost.LockPart;
import org.underbase.bench.tiers.io.IoPart;
import org.underbase.bench.tiers.io.TailsPart;
import org.underbase.bench.tiers.mapreduce.MapReducePart;
import org.underbase.bench.tiers.paper.PaperPart;
import org.underbase.bench.tiers.placement.PlacementPart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code tiers}. */
public final class TiersBenchmark implements Benchmark {
    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public String description() {
        return "hatS and stock HDFS: location of replicas and reads, throughput on devices of different speed, NameNode cost";
    }

    @Override
    public List<String> parts() {
        return List.of(
                "cost", "lock", "incremental", "placement", "io", "cache", "tails", "paper", "mapreduce", "devices");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        if (options.includes("cost")) {
            new CostPart(options, progress, measurements).run();
        }
        if (options.includes("lock")) {
            new LockPart(options, progress, measurements).run();
        }
        if (options.includes("incremental")) {
            new IncrementalPart(options, progress, measurements).run();
        }
        if (options.includes("placement")) {
            new PlacementPart(options, progress, measurements).run();
        }
        if (options.includes("io")) {
            new IoPart(options, progress, measurements).run();
        }
        if (options.includes("cache")) {
            new CachePart(options, progress, measurements).run();
        }
        if (options.includes("tails")) {
            new TailsPart(options, progress, measurements).run();
        }
        if (options.includes("paper")) {
            new PaperPart(options, progress, measurements).run();
        }
        if (options.includes("mapreduce")) {
            new MapReducePart(options, progress, measurements).run();
        }
        if (options.includes("devices")) {
            new MapReducePart(options, progress, measurements).devices();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("read_vs_network_aware", 3, new Target.AtLeast(1.33)),
                measurements.metric("read_vs_one_ssd", 3, new Target.AtLeast(1.1)),
                measurements.metric("read_vs_ideal_split", 3, new Target.AtLeast(0.9)),
                measurements.metric("io_rate_vs_network_aware", 3, new Target.None()),
                measurements.metric("write_vs_network_aware", 3, new Target.None()),
                measurements.metric("synced_write_vs_network_aware", 3, new Target.None()),
                measurements.metric("landing_write_vs_stock", 3, new Target.AtLeast(1)),
                measurements.metric("landing_synced_write_vs_stock", 3, new Target.AtLeast(1)),
                measurements.metric("rate_vs_network_aware", 3, new Target.AtLeast(1.33)),
                measurements.metric("paper_read_vs_network_aware", 3, new Target.AtLeast(1.33)),
                measurements.metric("paper_write_vs_network_aware", 3, new Target.None()),
                measurements.metric("one_rack_share_hybrid", 4, new Target.AtMost(0)),
                measurements.metric("fast_tier_reads_hybrid", 3, new Target.None()),
                measurements.metric("addblock_ratio_100", 3, new Target.AtLeast(0.95)),
                measurements.metric("addblock_ratio_5000", 3, new Target.AtLeast(0.95)),
                measurements.metric("choose_ratio_vector_5000", 3, new Target.AtLeast(1)),
                measurements.metric("choose_ratio_novector_100", 3, new Target.AtLeast(0.97)),
                measurements.metric("getlocations_ratio_5000", 3, new Target.AtLeast(0.95)),
                measurements.metric("lock_hold_p99_ms", 2, new Target.AtMost(5)),
                measurements.metric("lock_hold_max_ms", 2, new Target.AtMost(20)),
                measurements.metric("first_move_s", 2, new Target.AtMost(10)),
                measurements.metric("subtree_lock_fraction", 4, new Target.AtMost(0.02)),
                measurements.metric("cache_hit_vs_lru", 3, new Target.AtLeast(1.05)),
                measurements.metric("cache_hit_vs_lru_cluster", 3, new Target.AtLeast(1.05)),
                measurements.metric("teragen_vs_stock", 3, new Target.None()),
                measurements.metric("grep_vs_stock", 3, new Target.None()),
                measurements.metric("grep_fast_bytes_with", 3, new Target.None()),
                measurements.metric("grep_fast_bytes_without", 3, new Target.None()));
    }
}
