package org.underbase.workload.drive;

import java.io.IOException;

/** One prepared operation. */
public interface Task {
    /** Returns the index of its type in the driver's list, from 0. */
    int type();

    /**
     * Executes the operation; only this is timed.
     *
     * @throws IOException if the operation fails after all retries
     */
    void execute() throws IOException;

    /** Called after {@link #execute} returned, outside of the timing. */
    default void succeeded() {}

    /** Called after {@link #execute} threw, outside of the timing. */
    default void failed() {}

    /** Called instead of {@link #execute} when the run ended before the operation was due. */
    default void abandoned() {}

    /** Names the operation and its object, for the message of a failure. */
    String describe();
}
