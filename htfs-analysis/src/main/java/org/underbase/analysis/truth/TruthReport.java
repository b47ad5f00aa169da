package org.underbase.analysis.truth;

import java.util.List;

/**
 * The outcome of {@link TruthCheck}.
 *
 * @param writes bytes written
 * @param reads bytes read
 * @param notes what makes the comparison weaker, in a sentence each
 */
public record TruthReport(Side writes, Side reads, List<String> notes) {
    public TruthReport {
        notes = List.copyOf(notes);
    }

    /** Whether the trace and the DataNodes agree on both. */
    public boolean agrees() {
        return writes.agrees() && reads.agrees();
    }

    /**
     * One direction; all numbers are bytes.
     *
     * @param traced what the application moved by the trace
     * @param differences why a DataNode counts something else, each with its bytes
     * @param expected {@code traced} and the differences: what the counters should say
     * @param slack by how much {@code expected} may be off for a reason that is named in the differences
     * @param counted what the counters say
     */
    public record Side(long traced, List<Difference> differences, long expected, long slack, long counted) {
        public Side {
            differences = List.copyOf(differences);
        }

        /** What no named difference explains, in bytes; positive when the DataNodes counted more. */
        public long unexplained() {
            long off = counted - expected;
            return off > slack ? off - slack : off < -slack ? off + slack : 0;
        }

        /** The same in percent of what was counted; 0 when nothing was. */
        public double unexplainedPercent() {
            return counted == 0 ? (unexplained() == 0 ? 0 : -100) : 100.0 * unexplained() / counted;
        }

        public boolean agrees() {
            return Math.abs(unexplainedPercent()) <= TruthCheck.TOLERANCE_PERCENT;
        }
    }

    /**
     * A reason why a DataNode counts something else than the application moved.
     *
     * @param name a word or two
     * @param bytes positive when the DataNode counts more
     * @param reason one sentence
     */
    public record Difference(String name, long bytes, String reason) {}
}
