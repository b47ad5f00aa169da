package org.underbase.sim.hats.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.flow.Flows;
import org.underbase.sim.hats.hdfs.Hdfs;
import org.underbase.sim.hats.hdfs.Settings;
import org.underbase.sim.hats.hdfs.StoredFile;
import org.underbase.sim.hats.job.Job;
import org.underbase.sim.hats.job.MapReduce;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.TierNames;

/** Run of SWIM's jobs on the cluster of section V-H. */
public final class ClusterRun {
    private static final int NODES_PER_RACK = 20;
    private static final int HDDS = 6;
    private static final long TB = 1_000_000_000_000L;
    private static final long SSD_BYTES = 256_000_000_000L;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final int REPLICATION = 3;
    private final Scenario scenario;
    private final Workload workload;
    private final Layout layout;

    /**
     * Creates a run.
     *
     * @param scenario cluster and settings
     * @param workload jobs
     * @throws IllegalArgumentException if the inputs do not fit on the HDDs
     */
    public ClusterRun(Scenario scenario, Workload workload) {
        this.scenario = scenario;
        this.workload = workload;
        this.layout = layout(scenario);
        double capacity = (double) scenario.nodes() * HDDS * TB;
        double needed = workload.storedBytes() * REPLICATION;
        if (needed > capacity) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the inputs need %.0f TB with %d replicas, the HDDs of %d nodes have %.0f TB",
                    needed / TB,
                    REPLICATION,
                    scenario.nodes(),
                    capacity / TB));
        }
    }

    /** Returns racks of 20 nodes, each with six HDDs and, evenly spread, an SSD. */
    static Layout layout(Scenario scenario) {
        List<Datanode> datanodes = new ArrayList<>();
        for (int node = 0; node < scenario.nodes(); node++) {
            String rack = "/rack" + node / NODES_PER_RACK;
            String host = "n" + node;
            boolean ssd = Math.floor((node + 1) * scenario.ssdShare()) > Math.floor(node * scenario.ssdShare());
            if (ssd) {
                datanodes.add(
                        new Datanode(new ReplicaLocation(0, rack, host), 0, DeviceClass.PCIE.withBytes(SSD_BYTES), 1));
            }
            for (int instance = 0; instance < scenario.hddDatanodes(); instance++) {
                datanodes.add(new Datanode(
                        new ReplicaLocation(1, rack, host),
                        instance,
                        DeviceClass.HDD.withBytes(TB),
                        HDDS / scenario.hddDatanodes()));
            }
        }
        return new Layout(TierNames.parse("ssd,hdd"), datanodes);
    }

    /**
     * Runs all jobs.
     *
     * @param policy policy of placement and retrieval
     * @param saturated whether all jobs are submitted at the start instead of at their times
     * @param seed seed of random choices
     * @param progress receives the completed fraction
     */
    public Metrics run(Policy policy, boolean saturated, long seed, DoubleConsumer progress) {
        SplittableRandom random = new SplittableRandom(seed);
        Flows flows = new Flows();
        Hdfs hdfs = new Hdfs(layout, policy, scenario.settings(), flows, random);
        Map<String, StoredFile> files = load(hdfs, random);
        MapReduce mapReduce = new MapReduce(layout, flows, hdfs, random);
        double[] jobSeconds = {0};
        double[] end = {0};
        for (Job job : workload.jobs()) {
            double submitted = saturated ? 0 : job.submitSeconds();
            flows.at(
                    submitted,
                    () -> mapReduce.submit(job, files.get(job.input()), () -> {
                        jobSeconds[0] += flows.now() - submitted;
                        end[0] = flows.now();
                    }));
        }
        double total = workload.jobs().stream()
                .mapToDouble(job -> Math.ceil(Math.max(1, (double) job.inputBytes()) / Settings.BLOCK))
                .sum();
        while (flows.step()) {
            progress.accept(mapReduce.maps().tasks() / total);
        }
        Metrics metrics = new Metrics();
        metrics.add(Metric.RATE, mapReduce.maps().averageRate());
        metrics.add(Metric.THROUGHPUT, mapReduce.maps().throughput());
        metrics.add(Metric.NETWORK, (double) hdfs.traffic().network() / TB);
        metrics.add(Metric.BETWEEN_RACKS, (double) hdfs.traffic().betweenRacks() / TB);
        metrics.add(Metric.JOB_SECONDS, jobSeconds[0] / workload.jobs().size());
        metrics.add(Metric.MAKESPAN, end[0] / SECONDS_PER_HOUR);
        metrics.add(Metric.SSD_SHARE, hdfs.traffic().readShare(0));
        metrics.add(Metric.LOCAL_SHARE, hdfs.traffic().readShare(Proximity.NODE));
        metrics.add(Metric.DEMOTED, (double) hdfs.traffic().demotedFiles());
        return metrics;
    }

    private Map<String, StoredFile> load(Hdfs hdfs, SplittableRandom random) {
        Map<String, StoredFile> files = new HashMap<>();
        int hosts = layout.hosts().size();
        workload.inputs().forEach((name, bytes) -> {
            StoredFile file = hdfs.create(bytes);
            int writer = 0;
            for (int block = 0; block < file.blocks(); block++) {
                writer = block % scenario.blocksPerWriter() == 0 ? random.nextInt(hosts) : writer;
                hdfs.load(file, block, writer);
            }
            files.put(name, file);
        });
        return files;
    }
}
