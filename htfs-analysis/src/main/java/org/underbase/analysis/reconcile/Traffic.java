package org.underbase.analysis.reconcile;

/**
 * What DataNodes must have received and sent, as far as a trace can tell; all numbers are bytes.
 *
 * @param writes towards the DataNodes
 * @param reads from them
 */
public record Traffic(Writes writes, Reads reads) {
    /**
     * @param traced written by the application
     * @param copies what the further replicas of it take
     * @param resent the beginnings of chunks of 512 bytes that were sent again after a sync inside the chunk, for all
     *     replicas
     * @param assumed of {@code traced}, what went to files whose replication the trace does not tell
     */
    public record Writes(long traced, long copies, long resent, long assumed) {
        /** What the DataNodes' counters of bytes written should say. */
        public long expected() {
            return traced + copies + resent;
        }
    }

    /**
     * @param traced read by the application
     * @param shortCircuit of {@code traced}, what the client read from the local file itself, past the DataNode
     * @param rounding sent in addition because only whole chunks of 512 bytes are sent
     * @param unread sent in addition to the end of the block, but not read by the application
     * @param uncounted of {@code traced}, what was read from transfers that the client broke off: a DataNode counts
     *     nothing of those
     * @param checksums 4 bytes for each chunk that was sent and counted
     * @param uncertaintyLow how much less the DataNodes may have counted, because of transfers that the client broke off
     *     shortly before their end: most likely all had been sent by then
     * @param uncertaintyHigh how much more they may have counted, because of transfers that the client broke off earlier:
     *     most likely not all had been sent by then
     */
    public record Reads(
            long traced,
            long shortCircuit,
            long rounding,
            long unread,
            long uncounted,
            long checksums,
            long uncertaintyLow,
            long uncertaintyHigh) {
        /** What the DataNodes' counters of bytes read should say. */
        public long expected() {
            return traced - shortCircuit + rounding + unread - uncounted + checksums;
        }
    }
}
