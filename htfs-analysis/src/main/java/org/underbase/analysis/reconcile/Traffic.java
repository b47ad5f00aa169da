package org.underbase.analysis.reconcile;

/**
 * Bytes that the DataNodes must have received and sent according to a trace.
 *
 * @param writes bytes sent to the DataNodes
 * @param reads bytes received from the DataNodes
 */
public record Traffic(Writes writes, Reads reads) {
    /**
     * Bytes written.
     *
     * @param traced bytes written by the application
     * @param copies bytes of the further replicas
     * @param resent bytes of chunks that were sent again after a sync inside the chunk, for all replicas
     * @param assumed part of {@code traced} written to files whose replication or erasure-coding policy is not in the trace
     */
    public record Writes(long traced, long copies, long resent, long assumed) {
        /** Returns the expected value of the DataNodes' counters of bytes written. */
        public long expected() {
            return traced + copies + resent;
        }
    }

    /**
     * Bytes read.
     *
     * @param traced bytes read by the application
     * @param shortCircuit part of {@code traced} that the client read directly from the local file
     * @param rounding bytes sent in addition because only complete chunks of 512 bytes are sent
     * @param unread bytes sent in addition up to the end of the block and not read by the application
     * @param uncounted part of {@code traced} from interrupted transfers, which a DataNode does not count
     * @param checksums 4 bytes per chunk that was sent and counted
     * @param uncertaintyLow bytes by which the counters may be lower, because of transfers interrupted shortly before their
     *     end: most likely they had been sent completely
     * @param uncertaintyHigh bytes by which the counters may be higher, because of transfers interrupted earlier: most likely
     *     they had not been sent completely
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
        /** Returns the expected value of the DataNodes' counters of bytes read. */
        public long expected() {
            return traced - shortCircuit + rounding + unread - uncounted + checksums;
        }
    }
}
