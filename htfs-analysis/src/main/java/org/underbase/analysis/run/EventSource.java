package org.underbase.analysis.run;

import java.io.IOException;
import java.util.function.Consumer;
import org.underbase.htfs.format.TraceEvent;

/** A piece of a trace that can be read without the others, such as a block. */
public interface EventSource {
    /** A measure of the work, for an even division; bytes on disk or events, but the same for all of a run. */
    long weight();

    /** Hands every event, in trace order, to {@code sink}; the event is valid only during the call. */
    void read(Consumer<? super TraceEvent> sink) throws IOException;
}
