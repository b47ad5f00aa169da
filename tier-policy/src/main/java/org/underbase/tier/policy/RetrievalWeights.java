package org.underbase.tier.policy;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Weights of the replicas of a block for one reader (hatS, section III-C), from the performance, the load and the proximity of
 * their DataNodes. Immutable.
 *
 * <p>The capacity of a DataNode has no part in its weight. A reader chooses among the replicas of one block; the other
 * blocks of their DataNodes do not matter. A larger DataNode holds more blocks and is thus requested more often already; as a factor, the capacity
 * would count twice. In the paper's testbed, it would reduce the weights of its PCIe SSDs (128 GB) over its HDDs (500 GB) from
 * 20x by IOPS to 5x, although the paper requires at least 10x. The limited size of a fast tier, for which the paper considers
 * capacity, is in the number of the tier's DataNodes.
 */
public final class RetrievalWeights {
    /** Place of a replica in relation to the reader. */
    public enum Proximity {
        /** On the reader's node. */
        NODE,
        /** On another node of the reader's rack. */
        RACK,
        /** On another rack, or of unknown place. */
        REMOTE
    }

    /**
     * Replica of a block.
     *
     * @param rank rank of its tier; {@link TierNames#UNKNOWN} without one
     * @param device rate of its DataNode's devices, in any unit; 0 if unknown
     * @param tierSize number of DataNodes of its tier
     * @param proximity place in relation to the reader
     * @param load number of data transfers that its DataNode has reported
     */
    public record Replica(int rank, double device, int tierSize, Proximity proximity, int load) {}

    private final double[] configured;
    private final double node;
    private final double rack;
    private final boolean loadAware;

    /**
     * Creates weights.
     *
     * @param configured weight of each replica on a tier, by rank; 0 for the weight by device
     * @param node factor of {@link RetrievalPolicy#HYBRID} for a replica on the reader's node
     * @param rack factor of {@link RetrievalPolicy#HYBRID} for a replica on the reader's rack
     * @param loadAware whether the load of a DataNode reduces its weight
     */
    public RetrievalWeights(double[] configured, double node, double rack, boolean loadAware) {
        this.configured = configured.clone();
        this.node = node;
        this.rack = rack;
        this.loadAware = loadAware;
    }

    /**
     * Computes the weights of the replicas of a block, all above 0.
     *
     * <p>A configured weight of a tier applies to each of its replicas. Otherwise the weight is the rate of the DataNode,
     * multiplied by the number of DataNodes of its tier and divided by the number of the block's replicas on the tier. Small
     * tiers hold as many replicas as large ones, so by device rate only, their few fast devices would be overloaded.
     *
     * <p>That is right for the sum of all blocks. A single block that is read much more than others, however, has one device
     * on a small tier and one on a large tier. Therefore the weight is divided by 1 plus the number of transfers of the
     * DataNode, each of them counted by its time on this DataNode relative to the slowest of the replicas. If transfers counted
     * the same on all devices, full devices would have equal numbers of readers, and those of a slow device would end long
     * after all others.
     */
    public double[] of(RetrievalPolicy policy, Replica[] replicas) {
        double[] weights = new double[replicas.length];
        if (policy == RetrievalPolicy.RANDOM) {
            Arrays.fill(weights, 1);
            return weights;
        }
        double slowest = slowest(replicas);
        for (int i = 0; i < weights.length; i++) {
            weights[i] = share(replicas, i);
            if (policy == RetrievalPolicy.HYBRID) {
                weights[i] *= proximity(replicas[i].proximity());
            }
            if (loadAware) {
                double time = replicas[i].device() > 0 ? slowest / replicas[i].device() : 1;
                weights[i] /= 1 + Math.max(0, replicas[i].load()) * time;
            }
        }
        return weights;
    }

    /** Returns the lowest known rate. */
    private static double slowest(Replica[] replicas) {
        double slowest = Double.POSITIVE_INFINITY;
        for (Replica replica : replicas) {
            if (replica.device() > 0) {
                slowest = Math.min(slowest, replica.device());
            }
        }
        return slowest;
    }

    private double share(Replica[] replicas, int i) {
        int rank = replicas[i].rank();
        if (rank == TierNames.UNKNOWN) {
            return withoutTier();
        }
        if (configured[rank] > 0) {
            return configured[rank];
        }
        int same = 0;
        for (Replica replica : replicas) {
            same += replica.rank() == rank ? 1 : 0;
        }
        double device = replicas[i].device() > 0 ? replicas[i].device() : 1;
        return device * Math.max(1, replicas[i].tierSize()) / same;
    }

    /** Returns the weight of a replica without a tier, which counts as one on the slowest tier. */
    private double withoutTier() {
        return configured.length == 0 || configured[configured.length - 1] == 0 ? 1 : configured[configured.length - 1];
    }

    private double proximity(Proximity proximity) {
        return switch (proximity) {
            case NODE -> node;
            case RACK -> rack;
            case REMOTE -> 1;
        };
    }

    /**
     * Returns the weight of a whole tier without load: the configured one, or the sum of the rates of its DataNodes.
     *
     * @param rank rank of the tier
     * @param devices rates of its DataNodes
     */
    public double ofTier(int rank, double[] devices) {
        if (configured[rank] > 0) {
            return configured[rank];
        }
        double sum = DoubleStream.of(devices).sum();
        return sum > 0 ? sum : 1;
    }
}
