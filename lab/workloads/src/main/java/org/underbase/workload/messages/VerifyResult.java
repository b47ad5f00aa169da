package org.underbase.workload.messages;

import java.util.List;
import java.util.Map;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.messages.mailbox.RowAudit;

/**
 * Result of a verification.
 *
 * @param measurement measurement; one operation is one row
 * @param users rows checked
 * @param messages messages found
 * @param indexCells index cells found
 * @param compared rows whose exact state was known from a run of the same {@link MessagesWorkload} and compared
 * @param problems number of problems of each kind; kinds without a problem are absent
 * @param examples descriptions of the first problems
 */
public record VerifyResult(
        Measurement measurement,
        long users,
        long messages,
        long indexCells,
        long compared,
        Map<RowAudit.Problem, Long> problems,
        List<String> examples) {
    public VerifyResult {
        problems = Map.copyOf(problems);
        examples = List.copyOf(examples);
    }

    /** Returns the number of problems. */
    public long wrong() {
        return problems.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether the whole table was read and has no problem. */
    public boolean good() {
        return measurement.end() == Measurement.End.COMPLETED && wrong() == 0;
    }
}
