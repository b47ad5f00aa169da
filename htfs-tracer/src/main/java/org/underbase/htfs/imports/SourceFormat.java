package org.underbase.htfs.imports;

import java.io.IOException;
import java.util.Map;

/** Parser of the lines of one format. It has the state of one import; thread-confined. */
public interface SourceFormat {
    /** Returns the name of the format, lower case. */
    String name();

    /** Whether all files must be read once before the reading whose events are kept. */
    default boolean needsFirstReading() {
        return false;
    }

    /** Begins the second reading. */
    default void rewind() {}

    /** Begins the next file. */
    default void begin() {}

    /**
     * Parses a line.
     *
     * @param line the line without its end
     * @param sink receives the events of the line
     * @return whether the line is of this format, as a header is; a log may also have lines of other loggers
     * @throws BadLineException if the line is of this format and malformed
     * @throws IOException if an event cannot be written
     */
    boolean parse(String line, EventSink sink) throws BadLineException, IOException;

    /** Returns the numbers of events or lines that were imported incompletely, by a description. */
    default Map<String, Long> remarks() {
        return Map.of();
    }
}
