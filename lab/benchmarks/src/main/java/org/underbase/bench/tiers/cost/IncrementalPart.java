package org.underbase.bench.tiers.cost;

import java.io.IOException;
import java.util.Map;
import org.underbase.bench.tiers.simulated.Done;
import org.underbase.bench.tiers.simulated.Job;
import org.underbase.bench.tiers.simulated.SimulatedNamenode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code incremental}: a policy of a directory with a million files of one block. First the policy that the files have
 * already, so that the monitor checks all files without a move; then one under which each file needs a move, until the first
 * move. No full scan takes place. The DataNodes are simulated, so moves fail.
 */
public final class IncrementalPart {
    private static final int DATANODES = 100;
    private static final int FILES = 1_000_000;
    private static final int THREADS = 4;
    private static final String DIRECTORY = "/incremental";
    private static final String FIRST = "time from a directory's policy to the first move";
    private static final String FRACTION = "fraction of the time under lock, check of the directory";

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
    public IncrementalPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part once.
     *
     * @throws IOException if a NameNode does not start or a call fails
     */
    public void run() throws IOException {
        int files = options.quick() ? 2000 : FILES;
        try (SimulatedNamenode namenode = new SimulatedNamenode(
                "incremental",
                options.workDirectory(),
                DATANODES,
                false,
                "3g",
                SimulatedNamenode.tiers(Map.of(
                        "dfs.tier.demotion.enabled",
                        "false",
                        "dfs.tier.monitor.interval",
                        "24h",
                        // The names of the simulated hosts do not exist, so moves connect to no host.
                        "dfs.client.use.datanode.hostname",
                        "true")))) {
            progress.step("incremental: creating " + files + " files");
            namenode.run(new Job(Job.Kind.POLICY, DIRECTORY, 0, 1, "hdd=3", options.seed()));
            namenode.run(new Job(Job.Kind.FILES, DIRECTORY, files, THREADS, "", options.seed()));
            progress.step("incremental: checking " + files + " files");
            Done checked = namenode.run(new Job(Job.Kind.SUBTREE, DIRECTORY, 0, 1, "hdd=3", options.seed()));
            progress.step("incremental: waiting for the first move");
            Done first = namenode.run(new Job(Job.Kind.FIRST_MOVE, DIRECTORY, 0, 1, "pcie=1,hdd=2", options.seed()));
            if (checked.count("files") != files || checked.count("scans") + first.count("scans") != 0) {
                throw new IOException("the monitor checked " + checked.count("files") + " of " + files
                        + " files, and scanned " + (checked.count("scans") + first.count("scans")) + " times");
            }
            measure(files, checked, first);
        }
        measurements.quote("first_move_s", FIRST);
        measurements.quote("subtree_lock_fraction", FRACTION);
    }

    private void measure(int files, Done checked, Done first) {
        double seconds = checked.wallNanos() / 1e9;
        measurements.measured("time of the check of a directory with " + files + " files", "s", seconds);
        measurements.measured(FRACTION, "of 1", checked.count("lock.micros") / 1e6 / seconds);
        measurements.measured(
                "monitor's lock hold, maximum, check of the directory", "ms", checked.count("max.micros") / 1e3);
        measurements.measured(FIRST, "s", first.wallNanos() / 1e9);
    }
}
