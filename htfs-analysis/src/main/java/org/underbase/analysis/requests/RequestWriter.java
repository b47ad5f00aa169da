package org.underbase.analysis.requests;

import java.io.Closeable;
import java.io.IOException;

/** Writer of requests in one format. */
interface RequestWriter extends Closeable {
    /**
     * Writes a request.
     *
     * @return the number of records that it became; 0 if the format has no such request
     */
    long write(Request request) throws IOException;

    /** Completes the file after the last request. */
    default void finish() throws IOException {}
}
