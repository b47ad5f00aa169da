package org.underbase.bench.tracer.paired;

import java.io.IOException;

/** System that makes calls without a pause while its tracing is switched. */
public interface Toggled {
    /** Starts or stops recording; takes effect before the return. */
    void record(boolean on) throws IOException;

    /** Changes a setting on the same path as {@link #record} and with no effect, for the comparison of equal slices. */
    void changeNothing() throws IOException;

    /**
     * Reads the counters.
     *
     * @throws IOException if a call has failed
     * @throws InterruptedException if the thread is interrupted
     */
    Mark mark() throws IOException, InterruptedException;
}
