package org.underbase.bench.prediction.tiers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Placement;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.cluster.Retrieval;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Model of the cluster under the load of a trace. The decisions are those of the NameNode, with other random numbers. A read
 * waits for the reads before it at its device, then for the transfer from the device and, to another node, over the links, and
 * for the software. The time of the software is that of traced reads that had a device for themselves.
 */
public final class TierModel {
    /** Replicas of a file. */
    static final int REPLICATION = 3;

    private static final double PROXIMITY_NODE = 2;
    private static final double PROXIMITY_RACK = 1.5;
    private static final double NANOS = 1e9;
    /** DataNodes send and count 4 bytes of checksum per 512 bytes. */
    private static final double CHECKSUM = 4.0 / 512;

    private final TracedLoad load;
    private final Layout layout = Nodes.layout();
    private final RetrievalWeights weights =
            new RetrievalWeights(new double[Tier.values().length], PROXIMITY_NODE, PROXIMITY_RACK, false);
    private final Overhead overhead;
    private final long softwareNanos;

    TierModel(TracedLoad load, Totals measured) throws IOException {
        this.load = load;
        this.overhead = Overhead.of(load, measured);
        this.softwareNanos = software();
    }

    /**
     * Creates the model of a load.
     *
     * @param trace directory of the trace of a stock cluster
     * @param measured counters of that cluster
     */
    public static TierModel of(Path trace, Totals measured) throws IOException {
        return new TierModel(TracedLoad.read(trace), measured);
    }

    /** Returns the time of a read outside of devices and links, in nanoseconds. */
    public long softwareNanos() {
        return softwareNanos;
    }

    private long software() throws IOException {
        Devices devices = new Devices();
        List<Long> nanos = new ArrayList<>();
        for (TracedLoad.Read read : load.reads()) {
            boolean idle = devices.isIdle(read.datanode(), read.startNanos());
            long device = devices.read(read.datanode(), Nodes.tier(read.datanode()), read.bytes(), read.startNanos());
            if (idle) {
                nanos.add(read.nanos() - device - linkNanos(read.datanode(), read.host(), read.bytes()));
            }
        }
        if (nanos.isEmpty()) {
            throw new IOException("no read of the trace had a device for itself");
        }
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static long linkNanos(String from, String to, long bytes) {
        return from.equals(to) ? 0 : Math.round(bytes * NANOS / Tier.LINK_BYTES_PER_SECOND);
    }

    private double overLinks(String from, String to, long bytes) {
        return from.equals(to) ? 0 : bytes * overhead.linkFactor();
    }

    /**
     * Predicts a stock cluster.
     *
     * @param seed seed of the decisions
     */
    public Totals stock(long seed) {
        return run(PlacementPolicy.Named.NETWORK_AWARE, RetrievalPolicy.NETWORK_AWARE, seed);
    }

    /**
     * Predicts a cluster with tiers.
     *
     * @param alternative setting of the tiers
     * @param seed seed of the decisions
     */
    public Totals with(Alternative alternative, long seed) {
        return run(alternative.placement(), alternative.order(), seed);
    }

    private Totals run(PlacementPolicy policy, RetrievalPolicy order, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Bytes, Double> bytes = Totals.none();
        List<Datanode[]> files = write(policy, random.split(), bytes);
        List<Long> nanos = read(files, new Retrieval(layout, order, weights, random.split()), bytes);
        return new Totals(bytes, nanos);
    }

    private List<Datanode[]> write(PlacementPolicy policy, SplittableRandom random, Map<Bytes, Double> bytes) {
        TierCounts none = TierCounts.none(Tier.values().length);
        TierCounts wanted = policy.wanted(layout.tiers(), layout.populated(), REPLICATION, 0)
                .orElse(none.plus(TierNames.UNKNOWN, REPLICATION));
        Policy racks = policy.tiered() ? Policy.HYBRID : Policy.NETWORK_AWARE;
        Placement placement = new Placement(layout, racks, false, TierNames.UNKNOWN, random);
        List<Datanode[]> files = new ArrayList<>();
        for (TracedLoad.Write write : load.writes()) {
            List<Datanode> replicas = placement.place(wanted, REPLICATION, Nodes.rack(write.host()), write.host());
            String from = write.host();
            for (Datanode replica : replicas) {
                String to = replica.location().host();
                add(bytes, Bytes.DATANODES_WRITTEN, (double) write.bytes());
                add(bytes, Bytes.written(tier(replica)), write.bytes() + overhead.replicaOnDevice());
                add(bytes, Bytes.NETWORK, overLinks(from, to, write.bytes()));
                from = to;
            }
            files.add(replicas.toArray(Datanode[]::new));
        }
        return files;
    }

    private List<Long> read(List<Datanode[]> files, Retrieval retrieval, Map<Bytes, Double> bytes) {
        Devices devices = new Devices();
        List<Long> nanos = new ArrayList<>();
        for (TracedLoad.Read read : load.reads()) {
            Datanode[] offered = files.get(read.file()).clone();
            retrieval.order(offered, Nodes.rack(read.host()), read.host(), datanode -> 0);
            Tier tier = tier(offered[0]);
            String node = offered[0].location().host();
            add(bytes, Bytes.DATANODES_READ, read.bytes() * (1 + CHECKSUM));
            add(bytes, Bytes.read(tier), (double) read.bytes());
            add(bytes, Bytes.NETWORK, overLinks(node, read.host(), read.bytes()));
            nanos.add(devices.read(node, tier, read.bytes(), read.startNanos())
                    + linkNanos(node, read.host(), read.bytes())
                    + softwareNanos);
        }
        return nanos;
    }

    private static Tier tier(Datanode datanode) {
        return Nodes.tier(datanode.location().host());
    }

    private static void add(Map<Bytes, Double> bytes, Bytes counter, double more) {
        bytes.merge(counter, more, Double::sum);
    }
}
