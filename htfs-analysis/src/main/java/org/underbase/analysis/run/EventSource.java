package org.underbase.analysis.run;

import java.io.IOException;
import java.util.function.Consumer;
import org.underbase.htfs.format.TraceEvent;

/** Independently readable part of a trace, such as a block. */
public interface EventSource {
    /** Returns the amount of work, in bytes on disk or events; all sources of a run use the same unit. */
    long weight();

    /** Passes every event, in trace order, to {@code sink}. An event is valid only during the call. */
    void read(Consumer<? super TraceEvent> sink) throws IOException;
}
