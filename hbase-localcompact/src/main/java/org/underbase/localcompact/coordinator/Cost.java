package org.underbase.localcompact.coordinator;

import java.util.List;

/**
 * What a compaction sends over the network, in bytes. A stock one fetches what its own node misses and ships its output to
 * the other replicas; a local one fetches what each node misses, and its servers talk to each other.
 *
 * @param remote how many replicas are on other nodes than the RegionServer's
 * @param ownMissing input bytes that the RegionServer's own node does not have
 * @param missing input bytes that the merging nodes do not have, added up
 * @param expected size of the output
 */
record Cost(int remote, long ownMissing, long missing, long expected) {
    /** Calls of one more server, of its DataNode and to the NameNode: measured, see the evidence. */
    static final long CONTROL = 48 << 10;

    /**
     * {@code own} is the data transfer address of the RegionServer's node, empty where it has no DataNode; {@code expected} the
     * size of the output.
     */
    static Cost of(Places places, String own, List<String> nodes, long expected) {
        long missing = nodes.stream().mapToLong(places::missing).sum();
        return own.isEmpty()
                ? new Cost(nodes.size(), places.total(), missing, expected)
                : new Cost(nodes.size() - 1, places.missing(own), missing, expected);
    }

    /** Bytes that a local compaction would send. */
    long local() {
        return missing + remote * CONTROL;
    }

    /** Bytes that a stock one would send. */
    long stock() {
        return ownMissing + remote * expected;
    }

    boolean localIsLess() {
        return local() < stock();
    }

    /** The same with the size that the output has. */
    Cost with(long length) {
        return new Cost(remote, ownMissing, missing, length);
    }

    @Override
    public String toString() {
        return "expected output " + expected + " bytes, missing here " + ownMissing + " and on all nodes " + missing
                + "; local would send " + local() + " bytes, stock " + stock();
    }
}
