package org.underbase.tier.soak;

import java.util.Locale;

/** Fault injected during a move. */
enum Fault {
    /** Kill and restart of the NameNode; of an HA pair, of the active one, so that the other takes over. */
    NAMENODE,
    /** Kill of a DataNode from which a replica is copied. */
    SOURCE,
    /** Kill of a DataNode to which a replica is copied. */
    TARGET,
    /** Kill of a DataNode that takes no part in a copy. */
    BYSTANDER,
    /** Failover from a running NameNode. */
    FAILOVER;

    /** Returns the label for progress lines. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the fault kills a process. */
    boolean kill() {
        return this != FAILOVER;
    }
}
