package org.underbase.bench.localcompact.major;

/** Rate of the links between nodes. */
enum Link {
    UNSHAPED("unshaped", ""),
    GIGABIT("1 Gbps", "1gbit"),
    HUNDRED("100 Mbps", "100mbit");

    private final String title;
    private final String rate;

    Link(String title, String rate) {
        this.title = title;
        this.rate = rate;
    }

    String title() {
        return title;
    }

    /** Returns the rate in the notation of tc(8); empty for an unlimited link. */
    String rate() {
        return rate;
    }
}
