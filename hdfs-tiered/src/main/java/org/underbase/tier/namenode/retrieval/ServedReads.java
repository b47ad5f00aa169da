package org.underbase.tier.namenode.retrieval;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.TierNames;

/** Counters, by tier, of replicas that were offered first to a reader and of those chosen for a writer. Thread-safe. */
public final class ServedReads {
    /** Maximum number of tiers plus one slot for DataNodes without a tier. */
    private static final int SLOTS = 17;

    private final LongAdder[] reads = adders();
    private final LongAdder[] writes = adders();

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[SLOTS];
        for (int i = 0; i < SLOTS; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    /** Counts replicas that were offered to a reader, in order. */
    void offered(TierIndex index, Object[] replicas, int active) {
        if (active > 0 && replicas[0] instanceof DatanodeID first) {
            reads[slot(index.reading(first).rank())].increment();
        }
    }

    /** Counts a replica that was placed for a writer. */
    public void placed(int rank) {
        writes[slot(rank)].increment();
    }

    public long reads(int rank) {
        return reads[slot(rank)].sum();
    }

    public long writes(int rank) {
        return writes[slot(rank)].sum();
    }

    private static int slot(int rank) {
        return rank == TierNames.UNKNOWN ? SLOTS - 1 : rank;
    }
}
