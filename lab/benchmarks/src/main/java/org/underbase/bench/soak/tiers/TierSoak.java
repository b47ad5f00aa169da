package org.underbase.bench.soak.tiers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.underbase.bench.soak.finding.Finding;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Kills daemons of real clusters while replicas are moved from tier to tier and files are changed. Three quarters of the
 * kills hit a cluster with one NameNode, the others one with a pair.
 */
public final class TierSoak implements Soak {
    /** Fewer kills than these are all on one cluster with one NameNode, and a small one. */
    private static final int FEW = 8;

    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public String description() {
        return "kill -9 in the middle of moves between tiers: nothing is lost, everything gets where it should be";
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
        Tally tally = new Tally();
        progress.step("seed " + options.seed() + ", " + kills + " kills");
        try {
            Random random = new Random(options.seed());
            run(
                    kills < FEW ? TierLayout.SMALL : TierLayout.FULL,
                    false,
                    kills - paired,
                    random,
                    tally,
                    options,
                    progress);
            if (paired > 0) {
                run(TierLayout.FULL, true, paired, random, tally, options, progress);
            }
        } catch (Finding e) {
            return failed(tally, options, e.getMessage());
        }
        return new SoakResult(true, tally.figures(), "");
    }

    private static void run(
            TierLayout layout,
            boolean highlyAvailable,
            int kills,
            Random random,
            Tally tally,
            SoakOptions options,
            ProgressLine progress)
            throws IOException, InterruptedException, Finding {
        Path logs = options.workDirectory().resolve(highlyAvailable ? "logs-pair" : "logs");
        progress.step("starting " + layout.dataNodes() + " DataNodes on "
                + layout.nodes().size() + " nodes, tiers " + layout.tiers()
                + (highlyAvailable ? ", two NameNodes" : ", one NameNode"));
        try (TierCluster cluster = TierCluster.start(layout, highlyAvailable, logs, line -> {});
                Rounds rounds = new Rounds(cluster, random, tally, progress)) {
            try {
                rounds.run(kills);
            } catch (IOException | RuntimeException e) {
                rounds.collectLogs(logs);
                throw new Finding("after " + tally.kills() + " kills: " + e, e);
            } catch (Finding e) {
                rounds.collectLogs(logs);
                throw e;
            }
        }
    }

    private static SoakResult failed(Tally tally, SoakOptions options, String what) {
        Map<String, String> figures = tally.figures();
        return new SoakResult(false, figures, "seed " + options.seed() + ": " + what);
    }
}
