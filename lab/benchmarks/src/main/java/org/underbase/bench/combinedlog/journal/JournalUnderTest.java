package org.underbase.bench.combinedlog.journal;

import java.io.Closeable;
import org.underbase.bench.combinedlog.load.Task;

/** Open journal under test. */
interface JournalUnderTest extends Closeable {
    /** Size of a record, in bytes: 1 KiB of data and its identification. */
    int RECORD_BYTES = 1024 + 12;

    /**
     * Creates a writer that appends a record of {@link #RECORD_BYTES} and waits until it is on disk.
     *
     * @param number number of the writer, from 0
     */
    Task writer(int number);
}
