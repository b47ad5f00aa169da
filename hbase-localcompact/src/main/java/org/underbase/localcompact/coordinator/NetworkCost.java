package org.underbase.localcompact.coordinator;

import java.util.List;

/**
 * Network bytes of one compaction. A stock compaction reads the input that its node lacks and sends the output to the other
 * replicas. A local compaction reads the input that each merging node lacks, plus control traffic.
 *
 * @param remote number of replicas on other nodes than the RegionServer's
 * @param ownNonLocal input bytes that the RegionServer's node lacks
 * @param nonLocal input bytes that the merging nodes lack, in total
 * @param expected estimated size of the output, in bytes
 */
record NetworkCost(int remote, long ownNonLocal, long nonLocal, long expected) {
    /** Control traffic per additional server, with its DataNode and the NameNode: measured, see docs/evidence. */
    static final long CONTROL = 48 << 10;

    /**
     * Computes the cost. {@code own} is the data transfer address of the RegionServer's DataNode, empty if it has none;
     * {@code expected} is the estimated size of the output.
     */
    static NetworkCost of(InputLocality locality, String own, List<String> nodes, long expected) {
        long nonLocal = nodes.stream().mapToLong(locality::nonLocal).sum();
        return own.isEmpty()
                ? new NetworkCost(nodes.size(), locality.total(), nonLocal, expected)
                : new NetworkCost(nodes.size() - 1, locality.nonLocal(own), nonLocal, expected);
    }

    /** Bytes that a local compaction sends. */
    long local() {
        return nonLocal + remote * CONTROL;
    }

    /** Bytes that a stock compaction sends. */
    long stock() {
        return ownNonLocal + remote * expected;
    }

    /** Returns the cost with the actual size of the output. */
    NetworkCost with(long length) {
        return new NetworkCost(remote, ownNonLocal, nonLocal, length);
    }

    @Override
    public String toString() {
        return "estimated output " + expected + " bytes, non-local input " + ownNonLocal + " bytes here and " + nonLocal
                + " bytes on all nodes; local sends " + local() + " bytes, stock " + stock() + " bytes";
    }
}
