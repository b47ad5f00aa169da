package org.underbase.bench.localcompact.major;

/** Rate of the links between nodes, whether HBase limits compactions, and whether the inputs are read from disks. */
enum Link {
    UNSHAPED("unshaped", "", true, false),
    GIGABIT("1 Gbps", "1gbit", true, false),
    HUNDRED("100 Mbps", "100mbit", true, false),
    /** The limit is not restored. */
    GIGABIT_NO_LIMIT("1 Gbps, no compaction limit", "1gbit", false, false),
    /** The nodes share the disk of this machine, which real nodes do not. */
    GIGABIT_CACHED("1 Gbps, no compaction limit, inputs in the page cache", "1gbit", false, true);

    private final String title;
    private final String rate;
    private final boolean limited;
    private final boolean cached;

    Link(String title, String rate, boolean limited, boolean cached) {
        this.title = title;
        this.rate = rate;
        this.limited = limited;
        this.cached = cached;
    }

    String title() {
        return title;
    }

    /** Returns the rate in the notation of tc(8); empty for an unlimited link. */
    String rate() {
        return rate;
    }

    /** Returns whether the page cache contains the inputs. */
    boolean cached() {
        return cached;
    }

    /** Returns whether compactions have HBase's default limit. */
    boolean limited() {
        return limited;
    }
}
