package org.underbase.analysis.reconcile;

import java.util.ArrayList;
import java.util.List;

/**
 * Result of a {@link CounterReconciliation}.
 *
 * @param writes comparison of bytes written
 * @param reads comparison of bytes read
 * @param notes limitations of the comparison, one sentence each
 */
public record ReconciliationReport(Side writes, Side reads, List<String> notes) {
    public ReconciliationReport {
        notes = List.copyOf(notes);
    }

    /** Copies this report with a further note. */
    public ReconciliationReport with(String note) {
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return new ReconciliationReport(writes, reads, all);
    }

    /** Whether trace and DataNodes agree in both directions. */
    public boolean agrees() {
        return writes.agrees() && reads.agrees();
    }

    /** Verdicts on one direction. */
    public enum Verdict {
        /** The counters have the expected value, within 1%. */
        AGREES("agrees"),
        /** The counters have the expected value within the uncertainty of socket buffers, which are not in the trace. */
        AGREES_WITHIN_UNCERTAINTY("agrees within uncertainty"),
        /** The counters have another value. */
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
     * Comparison of one direction; all numbers are bytes.
     *
     * @param traced bytes that the application moved
     * @param differences known reasons for other counts of the DataNodes, each with its bytes
     * @param expected sum of {@code traced} and the differences: the expected value of the counters
     * @param uncertaintyLow bytes by which the counters may be lower, for a reason among the differences
     * @param uncertaintyHigh bytes by which the counters may be higher, for such a reason
     * @param counted value of the counters
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

        /** Returns the unexplained part in percent of the counted bytes; positive if more was counted than expected. */
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
     * Known reason for a difference between the bytes counted and the bytes moved.
     *
     * @param name one or two words
     * @param bytes the difference; positive if the DataNode counts more
     * @param reason the reason in one sentence
     */
    public record Difference(String name, long bytes, String reason) {}
}
