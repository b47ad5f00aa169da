package org.underbase.sim.hats.hdfs;

import java.util.EnumMap;
import java.util.Map;
import org.underbase.tier.policy.RetrievalWeights.Proximity;

/** Bytes that a run has read, sent and stored. */
public final class Traffic {
    private final long[] readByTier;
    private final Map<Proximity, Long> readByProximity = new EnumMap<>(Proximity.class);
    private long network;
    private long betweenRacks;
    private long demotedFiles;

    Traffic(int tiers) {
        readByTier = new long[tiers];
    }

    void read(int tier, Proximity proximity, long bytes) {
        readByTier[tier] += bytes;
        readByProximity.merge(proximity, bytes, Long::sum);
    }

    void sent(boolean otherRack, long bytes) {
        network += bytes;
        betweenRacks += otherRack ? bytes : 0;
    }

    void demoted() {
        demotedFiles++;
    }

    /** Returns the fraction of the read bytes that a tier has served. */
    public double readShare(int tier) {
        return (double) readByTier[tier] / Math.max(1, reads());
    }

    /** Returns the fraction of the read bytes from replicas at a place. */
    public double readShare(Proximity proximity) {
        return (double) readByProximity.getOrDefault(proximity, 0L) / Math.max(1, reads());
    }

    /** Returns the number of read bytes. */
    public long reads() {
        long sum = 0;
        for (long bytes : readByTier) {
            sum += bytes;
        }
        return sum;
    }

    /** Returns the number of bytes sent between nodes. */
    public long network() {
        return network;
    }

    /** Returns the number of bytes sent between racks. */
    public long betweenRacks() {
        return betweenRacks;
    }

    /** Returns the number of files that have lost their replicas on fast tiers. */
    public long demotedFiles() {
        return demotedFiles;
    }
}
