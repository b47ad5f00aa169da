package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Layout;
import org.underbase.bench.tiers.io.Setup;
import org.underbase.bench.tiers.io.SingleDevices;
import org.underbase.bench.tiers.io.TiersKnownMain;
import org.underbase.bench.tiers.mapreduce.TeraGenAndGrep.Search;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code mapreduce}: TeraGen and Grep as MapReduce jobs on YARN, on emulated devices, with cold page caches before
 * each Grep. The first figure uses a third of the hatS paper's testbed: stock HDFS, and the four policies of tiers, over a fast
 * network, stock HDFS and hybrid also over a slow one. The second uses nodes with an SSD each: the bytes that Grep reads from the
 * fastest tier with and without TieredInputFormat.
 */
public final class MapReducePart {
    private static final String STOCK = "stock";
    private static final String HYBRID = "hybrid";
    private static final List<String> POLICIES = List.of("network-aware", "tier-aware", "random", HYBRID);
    /** Policies whose files are also searched over the slow network. */
    private static final Set<String> SLOW = Set.of(STOCK, HYBRID);

    private static final int TASKS_PER_NODE = 2;
    private static final double MEGA = 1e6;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    /** Durations in seconds by the name of the workload, then by policy. */
    private final Map<String, Map<String, Double>> seconds = new LinkedHashMap<>();

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public MapReducePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /** Step of the part on a running cluster. */
    private interface Steps {
        void run(IoCluster cluster, TeraGenAndGrep jobs) throws IOException;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start, or a job fails
     */
    public void run() throws IOException {
        Layout paper = options.quick() ? Layout.halves() : Layout.ninths();
        on(Setup.NETWORK_AWARE, paper, "paper", (cluster, jobs) -> policy(cluster, jobs, STOCK));
        on(Setup.POLICIES, paper, "paper", (cluster, jobs) -> {
            for (String policy : options.quick() ? List.of(HYBRID) : POLICIES) {
                retrieval(cluster, policy);
                policy(cluster, jobs, policy);
            }
        });
        on(Setup.HYBRID, Layout.halves(), "halves", (cluster, jobs) -> inputFormat(jobs));
        seconds.forEach((workload, byPolicy) -> measurements.compared(
                workload + ", hybrid vs stock", "s", new Pair(byPolicy.get(HYBRID), byPolicy.get(STOCK))));
        measurements.quoteGain("teragen_vs_stock", "TeraGen, hybrid vs stock");
        measurements.quoteGain("grep_vs_stock", "Grep, fast network, hybrid vs stock");
        measurements.quote("grep_fast_bytes_with", fastBytes(true));
        measurements.quote("grep_fast_bytes_without", fastBytes(false));
        measurements.note("mapreduce: devices and links have 1/" + Device.SCALE
                + " of the paper's speed (Table I, 10 and 1 Gbps)."
                + " TeraGen runs one map task per node, Grep one per block of 8,192,000 bytes, at most "
                + TASKS_PER_NODE
                + " on each node; each task is a JVM. Intermediate data is on the machine's disk. Rates of map tasks include the"
                + " start of the JVM.");
    }

    /**
     * Runs part {@code devices}: both jobs in stock HDFS on devices of one kind.
     *
     * @throws IOException if a cluster does not start, or a job fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void devices() throws IOException, InterruptedException {
        new SingleDevices("devices", "Figure 8 on YARN", options, progress, measurements).run(cluster -> {
            try (MapReduceCluster yarn = MapReduceCluster.start(cluster.hdfs(), TASKS_PER_NODE)) {
                TeraGenAndGrep jobs = new TeraGenAndGrep(cluster, yarn, options.quick());
                jobs.warmUp();
                double write = jobs.generate("/tera");
                Search search = jobs.search("/tera", Device.FAST_LINK, false);
                return new SingleDevices.Times(write, search.run().seconds());
            }
        });
    }

    private void on(Setup setup, Layout layout, String name, Steps steps) throws IOException {
        progress.step("mapreduce: starting " + layout.dataNodes() + " DataNodes on emulated disks, " + setup.title());
        try (IoCluster cluster = new IoCluster(
                        setup, layout, options.workDirectory().resolve("mapreduce-" + name + "-" + setup.name()));
                MapReduceCluster yarn = MapReduceCluster.start(cluster.hdfs(), TASKS_PER_NODE)) {
            TeraGenAndGrep jobs = new TeraGenAndGrep(cluster, yarn, options.quick());
            progress.step("mapreduce: TeraGen and Grep with little data, " + setup.title());
            jobs.warmUp();
            steps.run(cluster, jobs);
        }
    }

    /** Restarts the NameNode with the order in which readers are offered replicas. */
    private static void retrieval(IoCluster cluster, String policy) throws IOException {
        Daemon nameNode = cluster.hdfs().nameNode();
        nameNode.set("dfs.tier.retrieval", policy);
        nameNode.restart();
        cluster.hdfs().awaitServing(nameNode);
        cluster.hdfs().awaitHdfs();
        cluster.hdfs().awaitLiveDataNodes(cluster.drives().size());
        cluster.hdfs().client().run(TiersKnownMain.class);
    }

    private void policy(IoCluster cluster, TeraGenAndGrep jobs, String policy) throws IOException {
        cluster.directory("/" + policy, policy.equals(STOCK) ? "" : policy);
        progress.step("mapreduce: TeraGen, " + policy);
        duration("TeraGen", policy, jobs.generate("/" + policy + "/tera"));
        search(jobs, policy, "fast network", Device.FAST_LINK);
        if (SLOW.contains(policy)) {
            search(jobs, policy, "slow network", Device.SLOW_LINK);
        }
    }

    private void search(TeraGenAndGrep jobs, String policy, String network, String link) throws IOException {
        progress.step("mapreduce: Grep over a " + network + ", " + policy);
        Search search = jobs.search("/" + policy + "/tera", link, false);
        duration("Grep, " + network, policy, search.run().seconds());
        report("Grep, " + network + ", " + policy, search);
    }

    private void duration(String workload, String policy, double duration) {
        measurements.measured(workload + ", " + policy, "s", duration);
        seconds.computeIfAbsent(workload, key -> new LinkedHashMap<>()).put(policy, duration);
    }

    private void inputFormat(TeraGenAndGrep jobs) throws IOException {
        String files = "/tera";
        progress.step("mapreduce: TeraGen on nodes with an SSD each");
        jobs.generate(files);
        for (boolean ordered : new boolean[] {false, true}) {
            String title = workload(ordered);
            progress.step("mapreduce: " + title);
            Search search = jobs.search(files, Device.FAST_LINK, ordered);
            measurements.measured(fastBytes(ordered), "MB", search.byTier().getOrDefault(Device.PCIE, 0L) / MEGA);
            measurements.measured(title, "s", search.run().seconds());
            report(title, search);
        }
    }

    private static String workload(boolean ordered) {
        return "Grep, SSD on each node, hybrid, " + (ordered ? "with" : "without") + " TieredInputFormat";
    }

    private static String fastBytes(boolean ordered) {
        return workload(ordered) + ": bytes read from the fastest tier";
    }

    private void report(String title, Search search) {
        for (Device device : Device.values()) {
            measurements.measured(
                    title + ": bytes read from " + device.tier() + " disks",
                    "of 1",
                    (double) search.byTier().getOrDefault(device, 0L) / search.diskBytes());
        }
        JobRun job = search.run().first();
        measurements.measured(title + ": average I/O rate of map tasks", "MB/s", job.averageRate() / MEGA);
        measurements.measured(title + ": its standard deviation", "MB/s", job.rateDeviation() / MEGA);
        measurements.measured(title + ": longest map task", "s", job.longestMap());
        measurements.measured(
                title + ": map tasks on a node of their split",
                "of 1",
                (double) job.counter("DATA_LOCAL_MAPS") / job.maps().size());
        measurements.measured(
                title + ": bytes over links per byte read",
                "of 1",
                (double) search.linkBytes() / job.counter("HDFS_BYTES_READ"));
    }
}
