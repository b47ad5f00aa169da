package org.underbase.tier.namenode.retrieval;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.Node;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierIndex.Reading;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierNames;

/**
 * Weights of replicas for a reader: the configured weight of the tier, or else the tier's share of the announced read
 * bandwidth (IOPS without a bandwidth), multiplied by proximity for hybrid. Thread-safe.
 */
public final class ReaderWeights {
    private static final Reading UNKNOWN = new Reading(TierNames.UNKNOWN, 1);

    private final TierRegistry registry;
    private final double[] configured;
    private final double node;
    private final double rack;

    private ReaderWeights(TierRegistry registry, double[] configured, double node, double rack) {
        this.registry = registry;
        this.configured = configured;
        this.node = node;
        this.rack = rack;
    }

    static ReaderWeights none() {
        return new ReaderWeights(new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME), new double[0], 1, 1);
    }

    /**
     * Reads the configured weights.
     *
     * @throws IllegalArgumentException if a weight is not above 0
     */
    ReaderWeights(Configuration conf, TierRegistry registry) {
        this(
                registry,
                configured(conf, registry.tiers()),
                TierKeys.PROXIMITY_NODE.decimal(conf, 1e-6, 1e6),
                TierKeys.PROXIMITY_RACK.decimal(conf, 1e-6, 1e6));
    }

    private static double[] configured(Configuration conf, TierNames tiers) {
        double[] weights = new double[tiers.size()];
        for (int rank = 0; rank < weights.length; rank++) {
            var key = TierKeys.WEIGHT.forName(tiers.name(rank));
            weights[rank] = key.text(conf).isEmpty() ? 0 : key.decimal(conf, 1e-9, 1e15);
        }
        return weights;
    }

    /**
     * Computes the weights of the first {@code active} replicas of a block for one reader, all above 0.
     *
     * <p>A configured weight of a tier applies to each of its replicas. Otherwise the weight is the bandwidth of the
     * DataNode, multiplied by the number of DataNodes of its tier and divided by the number of the block's replicas on
     * the tier. Small tiers hold as many replicas as large ones, so by device bandwidth only, their few fast devices
     * would be overloaded.
     */
    double[] of(RetrievalPolicy policy, Node reader, Node[] replicas, int active, TierIndex index) {
        double[] weights = new double[active];
        if (policy == RetrievalPolicy.RANDOM) {
            Arrays.fill(weights, 1);
            return weights;
        }
        Reading[] readings = new Reading[active];
        for (int i = 0; i < active; i++) {
            readings[i] = replicas[i] instanceof DatanodeInfo datanode ? index.reading(datanode) : UNKNOWN;
        }
        for (int i = 0; i < active; i++) {
            weights[i] = share(readings, i, index);
            if (policy == RetrievalPolicy.HYBRID && replicas[i] instanceof DatanodeInfo datanode) {
                weights[i] *= proximity(reader, datanode);
            }
        }
        return weights;
    }

    private double share(Reading[] readings, int i, TierIndex index) {
        int rank = readings[i].rank();
        if (rank == TierNames.UNKNOWN) {
            return slowest();
        }
        if (configured[rank] > 0) {
            return configured[rank];
        }
        int same = 0;
        for (Reading reading : readings) {
            same += reading.rank() == rank ? 1 : 0;
        }
        return readings[i].device() * Math.max(1, index.tier(rank).all().length) / same;
    }

    /** Returns the rank for weights; a replica without a tier counts as one on the slowest tier. */
    private double slowest() {
        return configured.length == 0 || configured[configured.length - 1] == 0 ? 1 : configured[configured.length - 1];
    }

    /**
     * Returns the weight of a whole tier: the configured one, else the announced read bandwidth of its DataNodes
     * together.
     */
    public double ofTier(int rank, TierIndex index) {
        if (configured[rank] > 0) {
            return configured[rank];
        }
        double sum = 0;
        for (DatanodeInfo member : index.tier(rank).all()) {
            sum += index.reading(member).device();
        }
        return sum > 0 ? sum : 1;
    }

    private double proximity(Node reader, DatanodeInfo replica) {
        if (reader == null) {
            return 1;
        }
        if (registry.identity().same(reader, replica)) {
            return node;
        }
        return reader.getNetworkLocation().equals(replica.getNetworkLocation()) ? rack : 1;
    }
}
