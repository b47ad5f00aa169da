package org.underbase.workload.messages;

import java.util.List;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.messages.mailbox.HbaseCall;
import org.underbase.workload.messages.mailbox.OperationType;

/**
 * Result of a run, also of a failed or stopped one.
 *
 * @param measurement counts, errors and latencies by type, in the order of {@link OperationType}
 * @param cellsPut cells in successful puts
 * @param bytesPut size of those cells in bytes, keys and values as in an uncompressed WAL
 * @param bytesGot size of the cells in responses, in bytes
 * @param mailboxesRecovered mailboxes whose state was read from HBase first, with one get each that is not counted as an
 *     operation
 * @param checks numbers of verified and of wrong responses
 */
public record RunResult(
        Measurement measurement, long cellsPut, long bytesPut, long bytesGot, long mailboxesRecovered, Checks checks) {

    /** Returns the number of successful operations of a kind. */
    public long count(HbaseCall call) {
        long count = 0;
        for (OperationType type : OperationType.values()) {
            if (type.call() == call) {
                count += of(type).count();
            }
        }
        return count;
    }

    /** Returns the measurement of one type. */
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

    /** Whether the run did not fail and no response was wrong. */
    public boolean good() {
        return measurement.end() != Measurement.End.FAILED && checks.wrong() == 0;
    }

    /**
     * Result of the verification of responses.
     *
     * @param checked responses compared with the model
     * @param wrong responses that differed
     * @param examples descriptions of the first wrong responses
     */
    public record Checks(long checked, long wrong, List<String> examples) {
        public Checks {
            examples = List.copyOf(examples);
        }
    }
}
