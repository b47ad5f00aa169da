package org.underbase.workload.messages;

import org.underbase.workload.drive.Measurement;

/**
 * Result of a load; one operation is the mailbox of one user.
 *
 * @param measurement count and latency of mailboxes
 * @param cellsPut cells written
 * @param bytesPut size of those cells in bytes, keys and values as in an uncompressed WAL
 */
public record LoadResult(Measurement measurement, long cellsPut, long bytesPut) {
    /** Whether all users are loaded. */
    public boolean good() {
        return measurement.end() == Measurement.End.COMPLETED && measurement.errors() == 0;
    }
}
