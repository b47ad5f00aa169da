package org.underbase.bench.tiers.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Layout;
import org.underbase.bench.tiers.io.Setup;
import org.underbase.bench.tiers.io.SingleDevices;
import org.underbase.bench.tiers.placement.PlacementPart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code paper}: the evaluation of the hatS paper (section V) with a third of its testbed on emulated devices, and its
 * placement with all DataNodes of its testbed on a real NameNode.
 */
public final class PaperPart {
    private static final int PAPER_BLOCKS = 16;

    /** Policies with more than one run, of TestDFSIO over the fast network only. */
    private static final Set<Policy> REPEATED = Set.of(Policy.STOCK, Policy.HYBRID);

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
    public PaperPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        Results stock = measure(Setup.NETWORK_AWARE, List.of(Policy.STOCK));
        Results tiers = measure(Setup.POLICIES, Policy.tiers());
        Rows rows = new Rows(measurements);
        stock.dfsio(Policy.STOCK).forEach(rows::dfsio);
        for (Policy policy : Policy.tiers()) {
            for (int run = 0; run < tiers.dfsio(policy).size(); run++) {
                rows.dfsio(
                        policy,
                        tiers.dfsio(policy).get(run),
                        stock.dfsio(Policy.STOCK).get(run));
            }
        }
        rows.stock(stock.complete().get(Policy.STOCK));
        for (Policy policy : Policy.tiers()) {
            rows.compare(policy, tiers.complete().get(policy), stock.complete().get(Policy.STOCK));
        }
        new SingleDevices("paper", "Figure 8", options, progress, measurements).run(this::singleDevice);
        for (int dataNodes : new int[] {27, 39}) {
            new PlacementPart(options, progress, measurements, dataNodes).paper();
        }
        PaperValues.add(measurements);
        measurements.quote(
                "paper_read_vs_network_aware", Rows.name("4", "read throughput, fast network", Policy.HYBRID));
        measurements.quote(
                "rate_vs_network_aware", Rows.name("4", "read average I/O rate, fast network", Policy.HYBRID));
        measurements.quote(
                "paper_write_vs_network_aware", Rows.name("3", "write throughput, fast network", Policy.HYBRID));
        measurements.note("paper: " + Layout.ninths().nodes().size() + " nodes on 3 racks, "
                + Layout.ninths().dataNodes() + " DataNodes: 1 PCIe SSD, 3 SATA SSDs, 9 HDDs; devices and links have 1/"
                + Device.SCALE + " of the paper's speed; blocks of 512 KiB (1/128), " + blocks()
                + " per file, one file per node. The tasks' metrics are TestDFSIO's.");
    }

    private SingleDevices.Times singleDevice(IoCluster cluster) throws IOException, InterruptedException {
        Experiment experiment = new Experiment(cluster, blocks(), options.seed(), progress);
        experiment.warmUp();
        String directory = Policy.STOCK.directory(0);
        cluster.directory(directory, "");
        Files files = experiment.files(directory + "/files");
        double write = experiment.write(files).endSeconds(1);
        cluster.evict();
        return new SingleDevices.Times(
                write, experiment.grep(files, Policy.STOCK, 0).moved().endSeconds(1));
    }

    private int blocks() {
        return options.quick() ? 2 : PAPER_BLOCKS;
    }

    /**
     * Measurements on one cluster.
     *
     * @param complete first run of each policy
     * @param repeated further runs of TestDFSIO
     */
    private record Results(Map<Policy, Observed> complete, Map<Policy, List<Observed.Dfsio>> repeated) {
        List<Observed.Dfsio> dfsio(Policy policy) {
            List<Observed.Dfsio> all =
                    new ArrayList<>(List.of(complete.get(policy).dfsio()));
            all.addAll(repeated.getOrDefault(policy, List.of()));
            return all;
        }
    }

    private Results measure(Setup setup, List<Policy> policies) throws IOException, InterruptedException {
        progress.step(
                "paper: starting " + Layout.ninths().dataNodes() + " DataNodes on emulated disks, " + setup.title());
        Results results = new Results(new LinkedHashMap<>(), new LinkedHashMap<>());
        try (IoCluster cluster =
                new IoCluster(setup, Layout.ninths(), options.workDirectory().resolve("paper-" + setup.name()))) {
            Experiment experiment = new Experiment(cluster, blocks(), options.seed(), progress);
            experiment.warmUp();
            for (Policy policy : policies) {
                results.complete().put(policy, experiment.measure(policy, 0));
            }
            for (int run = 1; run < options.runs(); run++) {
                for (Policy policy : policies) {
                    if (REPEATED.contains(policy)) {
                        results.repeated()
                                .computeIfAbsent(policy, key -> new ArrayList<>())
                                .add(experiment.dfsio(policy, run));
                    }
                }
            }
        }
        return results;
    }
}
