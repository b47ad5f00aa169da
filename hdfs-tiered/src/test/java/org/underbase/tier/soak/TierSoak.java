package org.underbase.tier.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Soak that kills daemons of real clusters during moves between tiers and changes of files. Three quarters of the kills hit a
 * cluster with one NameNode, the others an HA cluster.
 */
public final class TierSoak implements Soak {
    /** Runs with fewer kills use one small cluster with one NameNode. */
    private static final int FEW = 8;

    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public String description() {
        return "kill -9 during moves between tiers: no data is lost and all replicas are placed";
    }

    @Override
    public long defaultCount() {
        return 200;
    }

    @Override
    public String unit() {
        return "kills";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        int kills = (int) Math.min(options.count(), Integer.MAX_VALUE);
        int paired = kills < FEW ? 0 : kills / 4;
        Counters counters = new Counters();
        progress.step("seed " + options.seed() + ", " + kills + " kills");
        try {
            Random random = new Random(options.seed());
            run(
                    kills < FEW ? TierLayout.SMALL : TierLayout.FULL,
                    false,
                    kills - paired,
                    random,
                    counters,
                    options,
                    progress);
            if (paired > 0) {
                run(TierLayout.FULL, true, paired, random, counters, options, progress);
            }
        } catch (Violation e) {
            return failed(counters, options, e.getMessage());
        }
        return new SoakResult(true, counters.metrics(), "");
    }

    private static void run(
            TierLayout layout,
            boolean highlyAvailable,
            int kills,
            Random random,
            Counters counters,
            SoakOptions options,
            ProgressLine progress)
            throws IOException, InterruptedException, Violation {
        Path logs = options.workDirectory().resolve(highlyAvailable ? "logs-pair" : "logs");
        progress.step("starting " + layout.dataNodes() + " DataNodes on "
                + layout.nodes().size() + " nodes, tiers " + layout.tiers()
                + (highlyAvailable ? ", two NameNodes" : ", one NameNode"));
        try (TierCluster cluster = TierCluster.start(layout, highlyAvailable, logs, line -> {});
                CrashRounds rounds = new CrashRounds(cluster, random, counters, progress)) {
            try {
                rounds.run(kills);
            } catch (IOException | RuntimeException e) {
                rounds.collectLogs(logs);
                throw new Violation("after " + counters.kills() + " kills: " + e, e);
            } catch (Violation e) {
                rounds.collectLogs(logs);
                throw e;
            }
        }
    }

    private static SoakResult failed(Counters counters, SoakOptions options, String what) {
        Map<String, String> metrics = counters.metrics();
        return new SoakResult(false, metrics, "seed " + options.seed() + ": " + what);
    }
}
