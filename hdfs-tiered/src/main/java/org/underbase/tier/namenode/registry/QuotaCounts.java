package org.underbase.tier.namenode.registry;

import java.util.concurrent.atomic.LongAdder;

/** Numbers of decisions in which quotas took effect, since the start. Thread-safe. */
public final class QuotaCounts {
    private final LongAdder rejected = new LongAdder();
    private final LongAdder fallbacks = new LongAdder();
    private final LongAdder overruns = new LongAdder();
    private final LongAdder withheldMoves = new LongAdder();
    private final LongAdder withheldPromotions = new LongAdder();

    /** Records a rejected change of a policy or vector. */
    public void reject() {
        rejected.increment();
    }

    public long rejected() {
        return rejected.sum();
    }

    void fallBack() {
        fallbacks.increment();
    }

    /** Returns the number of placements for which a tier was treated like a full one. */
    public long fallbacks() {
        return fallbacks.sum();
    }

    /** Records that missing replicas were placed in excess of a quota. */
    public void overrun() {
        overruns.increment();
    }

    public long overruns() {
        return overruns.sum();
    }

    /** Records that a move was not planned. */
    public void withholdMove() {
        withheldMoves.increment();
    }

    public long withheldMoves() {
        return withheldMoves.sum();
    }

    /** Records that a file was not promoted or cached. */
    public void withholdPromotion() {
        withheldPromotions.increment();
    }

    public long withheldPromotions() {
        return withheldPromotions.sum();
    }
}
