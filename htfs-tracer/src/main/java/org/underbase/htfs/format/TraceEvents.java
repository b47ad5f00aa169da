package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.IOException;

/** Iteration over events: {@code while (events.next()) use(events.event());}. Not thread-safe. */
public interface TraceEvents extends Closeable {
    /**
     * Moves to the next event.
     *
     * @return false at the end
     * @throws TraceFormatException if a file is not a trace or has a newer version
     */
    boolean next() throws IOException;

    /**
     * Returns the current event: a cursor, valid until the next call of {@link #next}.
     *
     * @throws IllegalStateException if the last call of {@link #next} did not return true
     */
    TraceEvent event();

    /** Returns the report up to the current event. */
    ReadReport report();
}
