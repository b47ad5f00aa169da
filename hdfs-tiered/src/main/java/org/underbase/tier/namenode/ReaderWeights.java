package org.underbase.tier.namenode;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.Node;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * The weights of replicas in a reader's order: the tier's weight from the configuration, or else what the DataNode itself
 * has announced (read bandwidth, or IOPS where it announced no bandwidth), times proximity for hybrid. Thread-safe.
 */
final class ReaderWeights {
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

    /** @throws IllegalArgumentException when a weight is not above 0 */
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
            var key = TierKeys.WEIGHT.forTier(tiers.name(rank));
            weights[rank] = key.text(conf).isEmpty() ? 0 : key.decimal(conf, 1e-9, 1e15);
        }
        return weights;
    }

    /** The weight of one replica for one reader; above 0. */
    double of(RetrievalPolicy policy, Node reader, DatanodeInfo replica) {
        if (policy == RetrievalPolicy.RANDOM) {
            return 1;
        }
        int rank = registry.rank(replica);
        double weight = rank == TierNames.UNKNOWN ? slowest() : device(rank, replica);
        return policy == RetrievalPolicy.HYBRID ? weight * proximity(reader, replica) : weight;
    }

    private double device(int rank, DatanodeInfo replica) {
        if (configured[rank] > 0) {
            return configured[rank];
        }
        return registry.known(replica.getDatanodeUuid())
                .map(known -> announced(known.profile()))
                .filter(weight -> weight > 0)
                .orElse(1.0);
    }

    /** What a profile is worth; 0 when it says nothing. Megabytes a second, so that unlike kinds are of one order. */
    private static double announced(DeviceProfileProto profile) {
        return profile.getReadBandwidth() > 0 ? profile.getReadBandwidth() / 1e6 : profile.getReadIops() / 1e3;
    }

    /** A replica without a tier counts as one on the slowest. */
    private double slowest() {
        return configured.length == 0 || configured[configured.length - 1] == 0 ? 1 : configured[configured.length - 1];
    }

    /** The weight of a tier as a whole: what is configured, else the mean of what its DataNodes have announced, else 1. */
    double ofTier(int rank, Iterable<? extends DatanodeInfo> members) {
        if (configured[rank] > 0) {
            return configured[rank];
        }
        double sum = 0;
        int count = 0;
        for (DatanodeInfo member : members) {
            sum += device(rank, member);
            count++;
        }
        return count == 0 ? 1 : sum / count;
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
