package org.underbase.workload.drive;

import java.io.IOException;

/** One operation, ready to go. */
public interface Task {
    /** Which of the driver's types it is, from 0. */
    int type();

    /**
     * Does it; this is what is timed.
     *
     * @throws IOException when it failed for good
     */
    void execute() throws IOException;

    /** Called after {@link #execute} returned, outside of the timing. */
    default void succeeded() {}

    /** Called after {@link #execute} threw, outside of the timing. */
    default void failed() {}

    /** Called instead of {@link #execute} when the run ended before the operation was due. */
    default void abandoned() {}

    /** What it does to what, for the message when it fails. */
    String describe();
}
