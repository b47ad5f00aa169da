package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Current state of the active NameNodes, one per nameservice. */
interface Namenodes {
    /**
     * DataNode on a NameNode.
     *
     * @param storages IDs of its storages, also of those that the NameNode is about to remove
     * @param blockReport time of the NameNode at the end of the last full block report; 0 before the first
     */
    record Registered(Set<String> storages, long blockReport) {
        static final Registered NONE = new Registered(Set.of(), 0);
    }

    /**
     * Redundancy of all blocks.
     *
     * @param missing blocks without a replica
     * @param low blocks with fewer replicas than their files require
     * @param safeMode whether the NameNode is in safe mode
     */
    record Redundancy(long missing, long low, boolean safeMode) {}

    /** Returns the DataNodes by UUID, one map per nameservice in a constant order. */
    List<Map<String, Registered>> datanodes() throws IOException;

    /** Returns the redundancy, one entry per nameservice. */
    List<Redundancy> redundancy() throws IOException;
}
