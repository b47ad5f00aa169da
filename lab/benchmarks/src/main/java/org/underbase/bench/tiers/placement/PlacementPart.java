package org.underbase.bench.tiers.placement;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.underbase.bench.tiers.simulated.Done;
import org.underbase.bench.tiers.simulated.Job;
import org.underbase.bench.tiers.simulated.SimulatedNamenode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code placement}: Figures 5 and 6 of the hatS paper with the layout of its testbed, three racks of nine nodes with 39
 * DataNodes, on a real NameNode with simulated DataNodes.
 */
public final class PlacementPart {
    private static final int PAPER_DATANODES = 39;
    private static final String ONE_RACK = ": blocks on one rack only";
    private static final String HYBRID = "hybrid";
    private static final List<String> POLICIES = List.of("network-aware", "tier-aware", HYBRID, "random");

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int dataNodes;
    private final String prefix;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public PlacementPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this(options, progress, measurements, PAPER_DATANODES, "");
    }

    /**
     * Creates the placements of the paper with another number of DataNodes, for {@link #paper}.
     *
     * @param dataNodes number of DataNodes; 27 are the five nodes per rack of section V-G
     */
    public PlacementPart(BenchOptions options, ProgressLine progress, Measurements measurements, int dataNodes) {
        this(options, progress, measurements, dataNodes, dataNodes + " DataNodes, ");
    }

    private PlacementPart(
            BenchOptions options, ProgressLine progress, Measurements measurements, int dataNodes, String prefix) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.dataNodes = dataNodes;
        this.prefix = prefix;
    }

    /**
     * Compares stock HDFS and the four policies; the rack-oblivious policies may use one rack, as in the paper.
     *
     * @throws IOException if a NameNode does not start or an operation fails
     */
    public void paper() throws IOException {
        try (SimulatedNamenode stock = namenode("stock", false, Map.of())) {
            figures("stock network-aware", stock, Job.Kind.POLICY, "", "");
        }
        try (SimulatedNamenode underbase = namenode(
                "underbase", false, SimulatedNamenode.tiers(Map.of("dfs.tier.placement.single.rack", "true")))) {
            for (String policy : POLICIES) {
                figures(policy, underbase, Job.Kind.POLICY, policy, policy);
            }
        }
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a NameNode does not start or an operation fails
     */
    public void run() throws IOException {
        try (SimulatedNamenode stock = namenode("stock", false, Map.of())) {
            figures("stock network-aware", stock, Job.Kind.POLICY, "", "");
        }
        try (SimulatedNamenode stock =
                namenode("stock-one-ssd", true, Map.of("dfs.namenode.read.considerStorageType", "true"))) {
            figures("stock ONE_SSD", stock, Job.Kind.STORAGE_POLICY, "ONE_SSD", "");
        }
        try (SimulatedNamenode underbase = namenode("underbase", false, SimulatedNamenode.tiers(Map.of()))) {
            for (String policy : POLICIES) {
                figures(policy, underbase, Job.Kind.POLICY, policy, policy);
            }
        }
        try (SimulatedNamenode underbase = namenode(
                "underbase-single-rack",
                false,
                SimulatedNamenode.tiers(Map.of("dfs.tier.placement.single.rack", "true")))) {
            for (String policy : List.of("tier-aware", "random")) {
                figures(policy + ", one rack allowed", underbase, Job.Kind.POLICY, policy, policy);
            }
        }
        measurements.quote("one_rack_share_hybrid", HYBRID + ONE_RACK);
        measurements.quote("fast_tier_reads_hybrid", HYBRID + ": reads from pcie and sata");
        measurements.note(
                "placement: a locality-aware scheduler places one reading task per block near a replica; the NameNode is real, the"
                        + " DataNodes are simulated (registered only).");
    }

    private SimulatedNamenode namenode(String name, boolean flash, Map<String, String> settings) throws IOException {
        progress.step("placement: a NameNode with " + dataNodes + " DataNodes, " + name);
        return new SimulatedNamenode(
                "placement-" + dataNodes + "-" + name, options.workDirectory(), dataNodes, flash, settings);
    }

    private void figures(String name, SimulatedNamenode namenode, Job.Kind kind, String policy, String order)
            throws IOException {
        String title = prefix + name;
        progress.step("placement: " + title);
        int files = options.quick() ? 1 : 10;
        String directory = "/" + title.replace(' ', '-').replace(",", "");
        namenode.run(new Job(kind, directory, 0, 1, policy, options.seed()));
        Done done = namenode.run(new Job(Job.Kind.FIGURES, directory, files, 1, order, options.seed()));
        long blocks = done.count("blocks");
        long replicas = done.count("replicas.pcie") + done.count("replicas.sata") + done.count("replicas.hdd");
        for (String tier : List.of("pcie", "sata", "hdd")) {
            share(title + ": replicas on " + tier, done.count("replicas." + tier), replicas);
        }
        share(title + ONE_RACK, done.count("racks.1"), blocks);
        share(title + ": blocks with a replica on the writer's node", done.count("writer"), blocks);
        long reads = done.count("reads");
        for (String tier : List.of("pcie", "sata", "hdd")) {
            share(title + ": reads from " + tier, done.count("reads." + tier), reads);
        }
        share(title + ": reads from pcie and sata", done.count("reads.pcie") + done.count("reads.sata"), reads);
        share(title + ": reads on the reader's node", done.count("reads.node"), reads);
        share(title + ": reads on the reader's rack", done.count("reads.rack"), reads);
        share(title + ": reads from other racks", done.count("reads.remote"), reads);
        if (done.count("hosts.3") != blocks) {
            measurements.note(title + ": " + (blocks - done.count("hosts.3")) + " of " + blocks
                    + " blocks have two replicas on one node.");
        }
    }

    private void share(String name, long part, long whole) {
        measurements.measured(name, "of 1", (double) part / whole);
    }
}
