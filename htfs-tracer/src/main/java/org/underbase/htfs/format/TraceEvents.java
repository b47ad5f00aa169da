package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.IOException;

/** Events one after the other: {@code while (events.next()) use(events.event());}. Not thread-safe. */
public interface TraceEvents extends Closeable {
    /**
     * Moves to the next event; false when there is none.
     *
     * @throws TraceFormatException when a file is no trace or of a newer version
     */
    boolean next() throws IOException;

    /**
     * The current event: a cursor, valid until the next call of {@link #next}.
     *
     * @throws IllegalStateException when {@link #next} has not returned true
     */
    TraceEvent event();

    /** What was read so far, and what was missing or bad. */
    ReadReport report();
}
