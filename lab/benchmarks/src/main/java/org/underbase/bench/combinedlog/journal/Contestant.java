package org.underbase.bench.combinedlog.journal;

import java.io.Closeable;
import org.underbase.bench.combinedlog.load.Task;

/** A journal in use. */
interface Contestant extends Closeable {
    /** 1 KB of data and what names them, the same bytes for all. */
    int RECORD_BYTES = 1024 + 12;

    /** A writer of its own that appends one record of {@link #RECORD_BYTES} and waits until it is on disk. */
    Task writer(int number);
}
