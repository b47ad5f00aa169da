package org.underbase.analysis.reconcile;

import java.util.List;

/**
 * The outcome of {@link CounterReconciliation}.
 *
 * @param writes bytes written
 * @param reads bytes read
 * @param notes what makes the comparison weaker, in a sentence each
 */
public record ReconciliationReport(Side writes, Side reads, List<String> notes) {
    public ReconciliationReport {
        notes = List.copyOf(notes);
    }

    /** Whether the trace and the DataNodes agree on both. */
    public boolean agrees() {
        return writes.agrees() && reads.agrees();
    }

    /** What is to be said of one direction. */
    public enum Verdict {
        /** The counters say what is expected, within 1 %. */
        AGREES("agrees"),
        /** They do within what depends on sockets, which a trace does not see. */
        AGREES_WITHIN_UNCERTAINTY("agrees within uncertainty"),
        /** They say something else. */
        MISMATCH("MISMATCH");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /**
     * One direction; all numbers are bytes.
     *
     * @param traced what the application moved by the trace
     * @param differences why a DataNode counts something else, each with its bytes
     * @param expected {@code traced} and the differences: what the counters should say
     * @param uncertaintyLow how much less they may say for a reason that is named in the differences
     * @param uncertaintyHigh how much more they may say for such a reason
     * @param counted what the counters say
     */
    public record Side(
            long traced,
            List<Difference> differences,
            long expected,
            long uncertaintyLow,
            long uncertaintyHigh,
            long counted) {
        public Side {
            differences = List.copyOf(differences);
        }

        /** What no named difference explains, in percent of what was counted; positive when that is more. */
        public double unexplainedPercent() {
            return percent(counted - expected);
        }

        public Verdict verdict() {
            if (Math.abs(unexplainedPercent()) <= CounterReconciliation.TOLERANCE_PERCENT) {
                return Verdict.AGREES;
            }
            long off = counted - expected;
            long beyond = off < 0 ? Math.min(0, off + uncertaintyLow) : Math.max(0, off - uncertaintyHigh);
            return Math.abs(percent(beyond)) <= CounterReconciliation.TOLERANCE_PERCENT
                    ? Verdict.AGREES_WITHIN_UNCERTAINTY
                    : Verdict.MISMATCH;
        }

        public boolean agrees() {
            return verdict() != Verdict.MISMATCH;
        }

        private double percent(long bytes) {
            return counted == 0 ? (bytes == 0 ? 0 : -100) : 100.0 * bytes / counted;
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
