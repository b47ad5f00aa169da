package org.underbase.analysis.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.htfs.format.TraceEvent;

/** Independently readable part of a trace, such as a block. */
public interface EventSource {
    /** Returns the amount of work, in bytes on disk or events; all sources of a run use the same unit. */
    long weight();

    /** Writes the state after a reading, for {@link #readState}. */
    default void writeState(DataOutput out) throws IOException {}

    /** Replaces the state by that of another source of the same events. */
    default void readState(DataInput in) throws IOException {}

    /** Passes every event, in trace order, to {@code sink}. An event is valid only during the call. */
    void read(Consumer<? super TraceEvent> sink) throws IOException;

    /** Passes every event, in trace order, to {@code sink}. */
    default void read(EventPartial<?> sink) throws IOException {
        read(sink::accept);
    }
}
