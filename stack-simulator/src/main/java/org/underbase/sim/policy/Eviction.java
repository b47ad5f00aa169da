package org.underbase.sim.policy;

/** Eviction policies. LRU and FIFO caches are in {@code org.underbase.sim.cache}. */
public enum Eviction {
    /** Adaptive replacement cache. */
    ARC("ARC"),
    /** Queue with a hand. */
    SIEVE("SIEVE"),
    /** Three static FIFO queues. */
    S3_FIFO("S3-FIFO"),
    /** Admission by the frequency of accesses, with a window for new pages. */
    W_TINY_LFU("W-TinyLFU"),
    /** Low inter-reference recency set. */
    LIRS("LIRS"),
    /** Bound of the hits of all policies, which evicts the page whose next access is the last one. */
    OPT("OPT");

    private final String label;

    Eviction(String label) {
        this.label = label;
    }

    /** Returns the name that the authors use. */
    public String label() {
        return label;
    }

    /**
     * Returns an empty cache.
     *
     * @param pages size, at least 1
     */
    public EvictionPolicy create(int pages) {
        return switch (this) {
            case ARC -> new Arc(pages);
            case SIEVE -> new Sieve(pages);
            case S3_FIFO -> new S3Fifo(pages);
            case W_TINY_LFU -> new WindowTinyLfu(pages);
            case LIRS -> new Lirs(pages);
            case OPT -> new Opt(pages);
        };
    }
}
