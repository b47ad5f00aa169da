package org.underbase.bench.soak.tiers;

import java.util.Locale;

/** What happens in the middle of a move. */
enum Event {
    /** The NameNode is killed and started again; of a pair, the active one, and the other takes over. */
    NAMENODE,
    /** A DataNode is killed that a replica is copied from. */
    SOURCE,
    /** A DataNode is killed that a replica is copied to. */
    TARGET,
    /** A DataNode is killed that no replica is copied from or to. */
    BYSTANDER,
    /** The standby takes over from a NameNode that lives. */
    FAILOVER;

    /** In a line of progress. */
    String said() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a process is killed. */
    boolean kill() {
        return this != FAILOVER;
    }
}
