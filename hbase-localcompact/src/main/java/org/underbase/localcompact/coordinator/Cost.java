package org.underbase.localcompact.coordinator;

import java.util.List;

/**
 * What a compaction sends over the network, in bytes. A stock one fetches what its own node misses and ships its output to
 * the other replicas; a local one fetches what each node misses.
 *
 * @param local bytes that a local compaction would send
 * @param stock bytes that a stock one would send
 */
record Cost(long local, long stock) {
    /** {@code own} is the node of the RegionServer, {@code expected} the size of the output. */
    static Cost of(Places places, String own, List<String> nodes, long expected) {
        long local = nodes.stream().mapToLong(places::missing).sum();
        long shipped = Math.max(0, nodes.size() - 1) * expected;
        return new Cost(local, places.missing(own) + shipped);
    }

    boolean localIsLess() {
        return local < stock;
    }
}
