package org.underbase.workload.messages;

import org.underbase.workload.drive.Measurement;

/**
 * What a load did; an operation is the mailbox of one user.
 *
 * @param measurement count and latency of mailboxes
 * @param cellsPut cells written
 * @param bytesPut bytes of those cells, keys and values as in HBase's log, uncompressed
 */
public record LoadResult(Measurement measurement, long cellsPut, long bytesPut) {
    /** Whether all users are loaded. */
    public boolean good() {
        return measurement.end() == Measurement.End.COMPLETED && measurement.errors() == 0;
    }
}
