package org.underbase.bench.tiers;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.tiers.cost.CostPart;
import org.underbase.bench.tiers.io.IoPart;
import org.underbase.bench.tiers.placement.PlacementPart;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Progress;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.Target;

/** {@code bench tiers}. */
public final class TiersBenchmark implements Benchmark {
    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public String description() {
        return "hatS against stock HDFS: where replicas and reads go, throughput on unlike devices, NameNode cost";
    }

    @Override
    public List<String> parts() {
        return List.of("cost", "placement", "io");
    }

    @Override
    public Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException {
        Measurements findings = new Measurements();
        if (options.wants("cost")) {
            new CostPart(options, progress, findings).run();
        }
        if (options.wants("placement")) {
            new PlacementPart(options, progress, findings).run();
        }
        if (options.wants("io")) {
            new IoPart(options, progress, findings).run();
        }
        return findings.report(
                name(),
                List.of(
                        findings.figure("read_vs_network_aware", 3, new Target.AtLeast(1.33)),
                        findings.figure("read_vs_one_ssd", 3, new Target.AtLeast(1.1)),
                        findings.figure("read_vs_ideal_split", 3, new Target.AtLeast(0.9)),
                        findings.figure("write_vs_network_aware", 3, new Target.None()),
                        findings.figure("one_rack_share_hybrid", 4, new Target.AtMost(0)),
                        findings.figure("fast_tier_reads_hybrid", 3, new Target.None()),
                        findings.figure("addblock_ratio_100", 3, new Target.AtLeast(0.95)),
                        findings.figure("addblock_ratio_5000", 3, new Target.AtLeast(0.95)),
                        findings.figure("choose_ratio_vector_5000", 3, new Target.AtLeast(1)),
                        findings.figure("choose_ratio_novector_100", 3, new Target.AtLeast(0.97)),
                        findings.figure("getlocations_ratio_5000", 3, new Target.AtLeast(0.95))));
    }
}
