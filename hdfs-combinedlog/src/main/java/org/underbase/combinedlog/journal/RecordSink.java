package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Receiver of a journal's records in their order. */
@FunctionalInterface
public interface RecordSink {
    /**
     * Receives a record.
     *
     * @param record the next record
     * @throws IOException to stop the replay
     */
    void accept(JournalRecord record) throws IOException;
}
