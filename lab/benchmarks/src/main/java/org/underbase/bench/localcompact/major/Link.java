package org.underbase.bench.localcompact.major;

/** How fast the links between nodes are. */
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

    /** In the form of tc(8); empty where the link is as fast as the machine. */
    String rate() {
        return rate;
    }
}
