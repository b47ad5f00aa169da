package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Crashes of a DataNode with a journal under the load of writers of files and of logs: the soak kills the DataNode or simulates a
 * power failure, restarts it and compares every acknowledged byte. Some crashes follow a failed fsync, or precede an upgrade or
 * a rollback of HDFS.
 */
public final class CombinedLogSoak implements Soak {
    private static final int PROGRESS_EVERY = 10;

    @Override
    public String name() {
        return "combinedlog";
    }

    @Override
    public String description() {
        return "crashes, failed fsyncs, upgrades and rollbacks of a DataNode with a journal: no acknowledged byte is lost";
    }

    @Override
    public long defaultCount() {
        return 350;
    }

    @Override
    public String unit() {
        return "crashes of all kinds";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        return run(options, Crash.schedule(options.count()), progress);
    }

    /** Injects these crashes. Fails if one of their kinds has not occurred. */
    SoakResult run(SoakOptions options, List<Crash> crashes, ProgressLine progress)
            throws IOException, InterruptedException {
        Counts counts = new Counts();
        Path logs = options.workDirectory().resolve("logs");
        FsyncFaults faults = FsyncFaults.create(options.workDirectory().resolve("faults"));
        progress.step("seed " + options.seed() + ", " + crashes.size() + " crashes");
        try (SoakCluster cluster = SoakCluster.start(logs, faults)) {
            try {
                Rounds rounds = new Rounds(cluster, new Random(options.seed()), counts);
                for (int i = 1; i <= crashes.size(); i++) {
                    rounds.run(crashes.get(i - 1));
                    if (i % PROGRESS_EVERY == 0) {
                        progress.step(i + " crashes: " + counts);
                    }
                }
                counts.add(Counts.REPLAYS, cluster.replays());
                List<String> missing = counts.missing(crashes);
                return new SoakResult(
                        missing.isEmpty(), counts.metrics(), missing.isEmpty() ? "" : "never occurred: " + missing);
            } catch (Violation | IOException | RuntimeException e) {
                cluster.collectLogs(logs);
                return new SoakResult(
                        false,
                        counts.metrics(),
                        "seed " + options.seed() + ", after " + counts + ": " + e.getMessage());
            }
        }
    }
}
