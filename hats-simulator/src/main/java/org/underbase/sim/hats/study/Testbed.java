package org.underbase.sim.hats.study;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.flow.Flows;
import org.underbase.sim.hats.flow.Series;
import org.underbase.sim.hats.hdfs.Hdfs;
import org.underbase.sim.hats.hdfs.Settings;
import org.underbase.sim.hats.hdfs.StoredFile;
import org.underbase.sim.hats.job.Job;
import org.underbase.sim.hats.job.MapReduce;
import org.underbase.sim.hats.job.TaskLog;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.TierNames;

/** The paper's testbed (section V-A): three racks of nodes with an HDD, some with an SSD. */
final class Testbed {
    static final int PCIE = 0;
    static final int SATA = 1;
    static final int HDD = 2;

    private static final int RACKS = 3;
    private static final int NODES_PER_RACK = 9;
    private static final int BLOCKS_PER_FILE = 16;
    private static final int TERAGEN_BLOCKS = 432;
    private static final Metric[] STORED = {Metric.STORED_PCIE, Metric.STORED_SATA, Metric.STORED_HDD};
    private static final Metric[] READ = {Metric.READ_PCIE, Metric.READ_SATA, Metric.READ_HDD};
    private static final Metric[] USE = {Metric.USE_PCIE, Metric.USE_SATA, Metric.USE_HDD};
    private static final Metric[] PEAK = {Metric.PEAK_PCIE, Metric.PEAK_SATA, Metric.PEAK_HDD};
    private static final Metric[] SENT = {Metric.SENT_PCIE, Metric.SENT_SATA, Metric.SENT_HDD};

    private Testbed() {}

    /** Returns the 27 nodes with 39 DataNodes. */
    static Layout paper() {
        return layout(NODES_PER_RACK, 3);
    }

    /**
     * Returns three racks with a PCIe SSD each.
     *
     * @param nodes nodes per rack
     * @param sata SATA SSDs per rack
     */
    static Layout layout(int nodes, int sata) {
        List<Datanode> datanodes = new ArrayList<>();
        for (int rack = 0; rack < RACKS; rack++) {
            for (int node = 0; node < nodes; node++) {
                String host = "r" + rack + "n" + node;
                if (node == 0) {
                    datanodes.add(datanode(PCIE, rack, host, DeviceClass.PCIE));
                } else if (node <= sata) {
                    datanodes.add(datanode(SATA, rack, host, DeviceClass.SATA));
                }
                datanodes.add(datanode(HDD, rack, host, DeviceClass.HDD));
            }
        }
        return new Layout(TierNames.parse("pcie,sata,hdd"), datanodes);
    }

    private static Datanode datanode(int tier, int rack, String host, DeviceClass device) {
        return new Datanode(new ReplicaLocation(tier, "/rack" + rack, host), 0, device, 1);
    }

    private static void finish(Flows flows) {
        while (flows.step()) {}
    }

    /**
     * Runs TestDFSIO: each node writes one file, then reads that of a random node, because its maps are not placed by their data.
     * The paper does not state that, so each node also reads the file that it has written.
     */
    static void dfsio(Policy policy, Settings settings, long seed, boolean slow, Metrics metrics) {
        SplittableRandom random = new SplittableRandom(seed);
        Flows flows = new Flows();
        Layout layout = paper();
        Hdfs hdfs = new Hdfs(layout, policy, settings, flows, random);
        int nodes = layout.hosts().size();
        List<StoredFile> files = new ArrayList<>();
        TaskLog writes = new TaskLog();
        for (int node = 0; node < nodes; node++) {
            files.add(hdfs.create(BLOCKS_PER_FILE * Settings.BLOCK));
            new Task(flows, hdfs, files.get(node), node, writes).write(0);
        }
        finish(flows);
        List<StoredFile> order = new ArrayList<>(files);
        for (int i = nodes - 1; i > 0; i--) {
            StoredFile moved = order.get(i);
            int place = random.nextInt(i + 1);
            order.set(i, order.get(place));
            order.set(place, moved);
        }
        TaskLog reads = read(flows, hdfs, order);
        if (!slow) {
            TaskLog own = read(flows, hdfs, files);
            metrics.add(Metric.OWN_READ_THROUGHPUT, own.throughput());
            metrics.add(Metric.OWN_READ_RATE, own.averageRate());
            metrics.add(Metric.WRITE_THROUGHPUT, writes.throughput());
            metrics.add(Metric.WRITE_RATE, writes.averageRate());
        }
        metrics.add(slow ? Metric.SLOW_READ_THROUGHPUT : Metric.READ_THROUGHPUT, reads.throughput());
        metrics.add(slow ? Metric.SLOW_READ_RATE : Metric.READ_RATE, reads.averageRate());
    }

    /** Reads a file on each node. */
    private static TaskLog read(Flows flows, Hdfs hdfs, List<StoredFile> files) {
        TaskLog log = new TaskLog();
        for (int node = 0; node < files.size(); node++) {
            new Task(flows, hdfs, files.get(node), node, log).read(0);
        }
        finish(flows);
        return log;
    }

    /** Task that reads or writes the blocks of a file one by one. */
    private record Task(Flows flows, Hdfs hdfs, StoredFile file, int node, TaskLog log, double start) {
        Task(Flows flows, Hdfs hdfs, StoredFile file, int node, TaskLog log) {
            this(flows, hdfs, file, node, log, flows.now());
        }

        void write(int block) {
            if (block == file.blocks()) {
                end();
            } else {
                hdfs.write(file, block, node, () -> write(block + 1));
            }
        }

        void read(int block) {
            if (block == file.blocks()) {
                end();
            } else {
                hdfs.read(file, block, node, () -> read(block + 1));
            }
        }

        private void end() {
            log.add(file.blocks() * Settings.BLOCK, flows.now() - start);
        }
    }

    /** Runs Grep with a map per block on the file of TeraGen, for which each node has written 16 blocks. */
    static void grep(Policy policy, Settings settings, long seed, Metrics metrics) {
        SplittableRandom random = new SplittableRandom(seed);
        Flows flows = new Flows();
        Layout layout = paper();
        Hdfs hdfs = new Hdfs(layout, policy, settings, flows, random);
        StoredFile file = hdfs.create(TERAGEN_BLOCKS * Settings.BLOCK);
        int oneRack = 0;
        int[] stored = new int[STORED.length];
        int all = 0;
        for (int block = 0; block < TERAGEN_BLOCKS; block++) {
            hdfs.load(file, block, block / BLOCKS_PER_FILE);
            oneRack += hdfs.onOneRack(file, block) ? 1 : 0;
            for (int tier = 0; tier < stored.length; tier++) {
                int replicas = hdfs.replicas(file, block, tier);
                stored[tier] += replicas;
                all += replicas;
            }
        }
        List<List<Series>> devices = new ArrayList<>();
        List<Series> sending = new ArrayList<>();
        for (int tier = 0; tier < STORED.length; tier++) {
            List<Series> ofTier = new ArrayList<>();
            for (Datanode datanode : layout.members(tier)) {
                ofTier.add(hdfs.observeDevice(datanode));
            }
            devices.add(ofTier);
            Datanode[] members = layout.members(tier);
            // The last HDD is on a node without SSD.
            sending.add(
                    hdfs.observeSending(members[members.length - 1].location().host()));
        }
        double seconds = run(layout, flows, hdfs, random, file);
        metrics.add(Metric.GREP_SECONDS, seconds);
        metrics.add(Metric.ONE_RACK, (double) oneRack / TERAGEN_BLOCKS);
        metrics.add(Metric.READ_NODE, hdfs.traffic().readShare(Proximity.NODE));
        metrics.add(Metric.READ_RACK, hdfs.traffic().readShare(Proximity.RACK));
        metrics.add(Metric.READ_REMOTE, hdfs.traffic().readShare(Proximity.REMOTE));
        for (int tier = 0; tier < STORED.length; tier++) {
            metrics.add(STORED[tier], (double) stored[tier] / all);
            metrics.add(READ[tier], hdfs.traffic().readShare(tier));
            double rate = layout.members(tier)[0].device().readRate();
            double use = devices.get(tier).stream()
                            .mapToDouble(Series::sum)
                            .average()
                            .orElseThrow()
                    / rate
                    / seconds;
            metrics.add(USE[tier], use);
            metrics.add(PEAK[tier], devices.get(tier).get(0).peak());
            metrics.add(SENT[tier], sending.get(tier).peak());
            String name = layout.tiers().name(tier);
            metrics.addSeries("disk-" + name, devices.get(tier).get(0).rates());
            metrics.addSeries("sent-" + name, sending.get(tier).rates());
        }
    }

    private static double run(Layout layout, Flows flows, Hdfs hdfs, SplittableRandom random, StoredFile file) {
        double start = flows.now();
        double[] end = {start};
        new MapReduce(layout, flows, hdfs, random)
                .submit(new Job(0, file.blocks() * Settings.BLOCK, 0, 0, ""), file, () -> end[0] = flows.now());
        finish(flows);
        return end[0] - start;
    }

    /**
     * Runs TeraGen and Grep with all replicas on the devices of one tier (section V-G).
     *
     * @param nodes nodes per rack
     * @param tier tier of all replicas
     * @return times of TeraGen and Grep, in seconds
     */
    static double[] oneTier(int nodes, int tier, Settings settings, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Flows flows = new Flows();
        Layout layout = layout(nodes, 2);
        Hdfs hdfs = new Hdfs(layout, Policy.NETWORK_AWARE, settings.withOnlyTier(tier), flows, random);
        StoredFile file = hdfs.create(TERAGEN_BLOCKS * Settings.BLOCK);
        double[] end = {0};
        int hosts = layout.hosts().size();
        for (int host = 0; host < hosts; host++) {
            generate(hdfs, flows, file, host, hosts, end);
        }
        finish(flows);
        return new double[] {end[0], run(layout, flows, hdfs, random, file)};
    }

    private static void generate(Hdfs hdfs, Flows flows, StoredFile file, int block, int hosts, double[] end) {
        if (block < file.blocks()) {
            hdfs.write(file, block, block % hosts, () -> generate(hdfs, flows, file, block + hosts, hosts, end));
        } else {
            end[0] = Math.max(end[0], flows.now());
        }
    }
}
