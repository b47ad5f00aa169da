package org.underbase.tier.policy;

/** Order in which a reader is offered the replicas of a block (hatS, section III-C). */
public enum RetrievalPolicy {
    /** Stock HDFS: the nearest first. */
    NETWORK_AWARE("network-aware"),
    /** A weighted random order by device. */
    TIER_AWARE("tier-aware"),
    /** A weighted random order by device and network proximity. */
    HYBRID("hybrid"),
    /** A random order. */
    RANDOM("random");

    private final String word;

    RetrievalPolicy(String word) {
        this.word = word;
    }

    /**
     * Parses a policy.
     *
     * @throws IllegalArgumentException if the text is not one of the four words
     */
    public static RetrievalPolicy parse(String text) {
        for (RetrievalPolicy policy : values()) {
            if (policy.word.equals(text.strip())) {
                return policy;
            }
        }
        throw new IllegalArgumentException("'" + text.strip()
                + "' is no retrieval policy: it should be network-aware, tier-aware, hybrid or random");
    }

    @Override
    public String toString() {
        return word;
    }
}
