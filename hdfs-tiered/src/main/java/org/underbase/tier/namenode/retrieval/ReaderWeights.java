package org.underbase.tier.namenode.retrieval;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.Node;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierIndex.Reading;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.RetrievalWeights.Replica;
import org.underbase.tier.policy.TierNames;

/** Input of {@link RetrievalWeights} from the NameNode's view of DataNodes. Thread-safe. */
public final class ReaderWeights {
    /** A replica that is not on a DataNode. */
    private static final Replica UNKNOWN = new Replica(TierNames.UNKNOWN, 0, 1, Proximity.REMOTE, 0);

    private final TierRegistry registry;
    private final RetrievalWeights weights;

    private ReaderWeights(TierRegistry registry, RetrievalWeights weights) {
        this.registry = registry;
        this.weights = weights;
    }

    static ReaderWeights none() {
        return new ReaderWeights(
                new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME),
                new RetrievalWeights(new double[0], 1, 1, false));
    }

    /**
     * Reads the configured weights.
     *
     * @throws IllegalArgumentException if a weight is not above 0
     */
    ReaderWeights(Configuration conf, TierRegistry registry) {
        this(
                registry,
                new RetrievalWeights(
                        configured(conf, registry.tiers()),
                        TierKeys.PROXIMITY_NODE.decimal(conf, 1e-6, 1e6),
                        TierKeys.PROXIMITY_RACK.decimal(conf, 1e-6, 1e6),
                        TierKeys.RETRIEVAL_LOAD.flag(conf)));
    }

    private static double[] configured(Configuration conf, TierNames tiers) {
        double[] weights = new double[tiers.size()];
        for (int rank = 0; rank < weights.length; rank++) {
            var key = TierKeys.WEIGHT.forName(tiers.name(rank));
            weights[rank] = key.text(conf).isEmpty() ? 0 : key.decimal(conf, 1e-9, 1e15);
        }
        return weights;
    }

    /** Computes the weights of the first {@code active} replicas of a block for one reader, all above 0. */
    double[] of(RetrievalPolicy policy, Node reader, Node[] replicas, int active, TierIndex index) {
        Replica[] known = new Replica[active];
        for (int i = 0; i < active; i++) {
            known[i] =
                    replicas[i] instanceof DatanodeInfo datanode ? replica(policy, reader, datanode, index) : UNKNOWN;
        }
        return weights.of(policy, known);
    }

    private Replica replica(RetrievalPolicy policy, Node reader, DatanodeInfo datanode, TierIndex index) {
        Reading reading = index.reading(datanode);
        int rank = reading.rank();
        return new Replica(
                rank,
                reading.device(),
                rank == TierNames.UNKNOWN ? 1 : index.tier(rank).all().length,
                policy == RetrievalPolicy.HYBRID ? proximity(reader, datanode) : Proximity.REMOTE,
                datanode.getXceiverCount());
    }

    /**
     * Returns the weight of a whole tier: the configured one, else the announced read bandwidth of its DataNodes
     * together.
     */
    public double ofTier(int rank, TierIndex index) {
        DatanodeInfo[] members = index.tier(rank).all();
        double[] devices = new double[members.length];
        for (int i = 0; i < devices.length; i++) {
            devices[i] = index.reading(members[i]).device();
        }
        return weights.ofTier(rank, devices);
    }

    private Proximity proximity(Node reader, DatanodeInfo replica) {
        // A node is on one rack. Most replicas are on other racks, and rack names are short and often shared objects.
        if (reader == null || !reader.getNetworkLocation().equals(replica.getNetworkLocation())) {
            return Proximity.REMOTE;
        }
        return registry.identity().same(reader, replica) ? Proximity.NODE : Proximity.RACK;
    }
}
