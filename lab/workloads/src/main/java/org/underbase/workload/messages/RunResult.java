package org.underbase.workload.messages;

import java.util.List;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.messages.mailbox.HbaseCall;
import org.underbase.workload.messages.mailbox.OperationType;

/**
 * What a run did. Present also when the run failed or was stopped: then it tells how far it came.
 *
 * @param measurement counts, errors and latencies by type, in the order of {@link OperationType}
 * @param cellsPut cells in successful puts
 * @param bytesPut bytes of those cells, keys and values as in HBase's log, uncompressed
 * @param bytesGot bytes of the cells in answers
 * @param mailboxesRecovered mailboxes whose state had to be read from HBase first, with one get each that is not among
 *     the operations
 * @param checks how many answers were checked and were wrong
 */
public record RunResult(
        Measurement measurement, long cellsPut, long bytesPut, long bytesGot, long mailboxesRecovered, Checks checks) {

    /** Successful operations of a kind. */
    public long count(HbaseCall call) {
        long count = 0;
        for (OperationType type : OperationType.values()) {
            if (type.call() == call) {
                count += of(type).count();
            }
        }
        return count;
    }

    /** What was measured of a type. */
    public Measurement.Type of(OperationType type) {
        return measurement.types().get(Types.number(type));
    }

    public long gets() {
        return count(HbaseCall.GET);
    }

    public long puts() {
        return count(HbaseCall.PUT);
    }

    public long deletes() {
        return count(HbaseCall.DELETE);
    }

    /** Whether it came to its end and no answer was wrong. */
    public boolean good() {
        return measurement.end() != Measurement.End.FAILED && checks.wrong() == 0;
    }

    /**
     * @param checked answers compared with the model
     * @param wrong answers that differed
     * @param examples the first of them, in words
     */
    public record Checks(long checked, long wrong, List<String> examples) {
        public Checks {
            examples = List.copyOf(examples);
        }
    }
}
