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
 * Part {@code lock}: holds of the namesystem's lock by the monitor at 5,000 DataNodes. Every file needs a replica on the fastest
 * tier, which is full, so that the monitor searches for a target in vain. Holds with a garbage collection are separate.
 */
public final class LockPart {
    private static final int DATANODES = 5000;
    private static final int FILES = 5000;
    private static final int SCANS = 3;
    private static final String DIRECTORY = "/lock";
    private static final String P99 = "monitor's lock hold, 99th percentile, " + DATANODES + " DataNodes";
    private static final String MAX = "monitor's lock hold, maximum, " + DATANODES + " DataNodes";

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
    public LockPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a NameNode does not start or a call fails
     */
    public void run() throws IOException {
        int datanodes = options.quick() ? 400 : DATANODES;
        int files = options.quick() ? 200 : FILES;
        for (int run = 0; run < options.runs(); run++) {
            progress.step("lock: run " + (run + 1) + " of " + options.runs() + ", " + datanodes + " DataNodes, " + files
                    + " files");
            try (SimulatedNamenode namenode = new SimulatedNamenode(
                    "lock-" + run,
                    options.workDirectory(),
                    datanodes,
                    false,
                    SimulatedNamenode.tiers(Map.of(
                            SimulatedNamenode.FULL_TIER,
                            "pcie",
                            "dfs.tier.demotion.enabled",
                            "false",
                            "dfs.tier.monitor.interval",
                            "1s",
                            "dfs.tier.monitor.lock.max.fraction",
                            "0.5")))) {
                namenode.run(new Job(Job.Kind.POLICY, DIRECTORY, 0, 1, "hdd=3", options.seed()));
                namenode.run(new Job(Job.Kind.FILES, DIRECTORY, files, 1, "", options.seed()));
                scan(namenode.run(new Job(Job.Kind.SCANS, DIRECTORY, SCANS, 1, "", options.seed())), files, 0);
                namenode.run(new Job(Job.Kind.POLICY, DIRECTORY, 0, 1, "pcie=1,hdd=2", options.seed()));
                Done searched = namenode.run(new Job(Job.Kind.SCANS, DIRECTORY, SCANS, 1, "", options.seed()));
                scan(searched, files, files);
                measure(searched);
            }
        }
        measurements.quote("lock_hold_p99_ms", P99);
        measurements.quote("lock_hold_max_ms", MAX);
    }

    private void scan(Done done, int files, int misplaced) throws IOException {
        if (done.count("files") != files || done.count("misplaced") != misplaced) {
            throw new IOException("the scan found " + done.count("files") + " files and " + done.count("misplaced")
                    + " misplaced blocks, expected " + files + " and " + misplaced);
        }
        measurements.measured(
                "time under lock per file with a block, " + (misplaced == 0 ? "placed as wanted" : "without a target"),
                "us",
                (double) done.count("lock.micros") / files);
    }

    private void measure(Done done) {
        measurements.measured(P99, "ms", done.count("p99.micros") / 1e3);
        measurements.measured(MAX, "ms", done.count("max.micros") / 1e3);
        measurements.measured(MAX + ", with a garbage collection", "ms", done.count("max.gc.micros") / 1e3);
        measurements.measured("monitor's lock holds without garbage collection", "holds", (double) done.count("holds"));
        measurements.measured("blocks examined per hold, maximum", "blocks", (double) done.count("blocks"));
        measurements.measured("DataNodes examined per hold, maximum", "DataNodes", (double) done.count("datanodes"));
        measurements.measured("garbage collections of the NameNode", "collections", (double) done.count("collections"));
        measurements.measured("time of all garbage collections", "ms", (double) done.count("collection.millis"));
    }
}
