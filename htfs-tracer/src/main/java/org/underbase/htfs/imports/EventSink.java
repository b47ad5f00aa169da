package org.underbase.htfs.imports;

import java.io.IOException;
import org.underbase.htfs.format.TraceEvent;

/** Receiver of imported events. */
public interface EventSink {
    /**
     * Adds an event.
     *
     * @param process the process of the event
     * @param event the event, which the sink does not keep
     * @throws IllegalArgumentException if a value exceeds the limits of the trace format
     */
    void add(SourceProcess process, TraceEvent event) throws IOException;
}
