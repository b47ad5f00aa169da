package org.underbase.sim.hats.cluster;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.underbase.tier.policy.RetrievalOrder;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.RetrievalWeights.Replica;

/** Order in which the NameNode offers the replicas of a block to a reader. Not thread-safe. */
public final class Retrieval {
    private final Layout layout;
    private final RetrievalPolicy policy;
    private final RetrievalWeights weights;
    private final RandomGenerator random;

    /**
     * Creates an order.
     *
     * @param layout DataNodes
     * @param policy policy of all reads
     * @param weights weights of replicas
     * @param random source of random orders
     */
    public Retrieval(Layout layout, RetrievalPolicy policy, RetrievalWeights weights, RandomGenerator random) {
        this.layout = layout;
        this.policy = policy;
        this.weights = weights;
        this.random = random;
    }

    /**
     * Sorts the replicas of a block for a reader.
     *
     * @param replicas DataNodes with a replica
     * @param rack rack of the reader
     * @param host host of the reader
     * @param load number of transfers that a DataNode has reported
     */
    public void order(Datanode[] replicas, String rack, String host, ToIntFunction<Datanode> load) {
        double[] weight = new double[replicas.length];
        if (policy == RetrievalPolicy.NETWORK_AWARE) {
            // Stock HDFS: the nearest first, random among equally near replicas.
            Arrays.fill(weight, 1);
            RetrievalOrder.shuffle(replicas, weight, replicas.length, random);
            nearestFirst(replicas, rack, host);
            return;
        }
        Replica[] known = new Replica[replicas.length];
        for (int i = 0; i < known.length; i++) {
            int rank = replicas[i].location().tier();
            known[i] = new Replica(
                    rank,
                    replicas[i].readRate(),
                    layout.members(rank).length,
                    proximity(replicas[i], rack, host),
                    load.applyAsInt(replicas[i]));
        }
        RetrievalOrder.shuffle(replicas, weights.of(policy, known), replicas.length, random);
    }

    private static void nearestFirst(Datanode[] replicas, String rack, String host) {
        for (int i = 1; i < replicas.length; i++) {
            Datanode moved = replicas[i];
            Proximity near = proximity(moved, rack, host);
            int place = i;
            while (place > 0 && proximity(replicas[place - 1], rack, host).compareTo(near) > 0) {
                replicas[place] = replicas[place - 1];
                place--;
            }
            replicas[place] = moved;
        }
    }

    /** Returns the place of a DataNode in relation to a reader. */
    public static Proximity proximity(Datanode datanode, String rack, String host) {
        if (datanode.location().host().equals(host)) {
            return Proximity.NODE;
        }
        return datanode.location().rack().equals(rack) ? Proximity.RACK : Proximity.REMOTE;
    }
}
