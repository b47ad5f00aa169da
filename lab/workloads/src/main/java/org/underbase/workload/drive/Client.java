package org.underbase.workload.drive;

import java.io.IOException;
import java.util.Optional;

/** Sequence of operations, driven by one thread. */
public interface Client {
    /**
     * Prepares the next operation, outside the timing.
     *
     * @return the operation; empty at the end of the sequence
     * @throws IOException if the preparation fails, which fails the run
     */
    Optional<Task> next() throws IOException;
}
