package org.underbase.tier.namenode.retrieval;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.TierNames;

/** Counts, by tier, replicas that were offered first to a reader and those chosen for a writer. Thread-safe. */
public final class ServedReads {
    /** No cluster has more tiers; the last slot is of DataNodes without one. */
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

    /** A reader was offered these, the first of them first. */
    void offered(TierRegistry registry, Object[] replicas, int active) {
        if (active > 0 && !registry.empty() && replicas[0] instanceof DatanodeID first) {
            reads[slot(registry.rank(first))].increment();
        }
    }

    /** A replica was placed for a writer. */
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
