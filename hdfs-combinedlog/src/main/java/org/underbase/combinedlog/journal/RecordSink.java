package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Gets the records of a journal in their order. */
@FunctionalInterface
public interface RecordSink {
    /**
     * Takes a record.
     *
     * @param record the next one
     * @throws IOException to end the reading
     */
    void accept(JournalRecord record) throws IOException;
}
