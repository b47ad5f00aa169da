package org.underbase.bench.localcompact.major;

/** Rate of the links between nodes, and whether HBase limits compactions. */
enum Link {
    UNSHAPED("unshaped", "", true),
    GIGABIT("1 Gbps", "1gbit", true),
    HUNDRED("100 Mbps", "100mbit", true),
    /** The last one: the limit is not restored. */
    GIGABIT_NO_LIMIT("1 Gbps, no compaction limit", "1gbit", false);

    private final String title;
    private final String rate;
    private final boolean limited;

    Link(String title, String rate, boolean limited) {
        this.title = title;
        this.rate = rate;
        this.limited = limited;
    }

    String title() {
        return title;
    }

    /** Returns the rate in the notation of tc(8); empty for an unlimited link. */
    String rate() {
        return rate;
    }

    /** Returns whether compactions have HBase's default limit. */
    boolean limited() {
        return limited;
    }
}
