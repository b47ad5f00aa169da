package org.underbase.workload.drive;

import java.io.IOException;
import java.util.Optional;

/** A sequence of operations; driven by one thread. */
public interface Client {
    /**
     * Prepares the next operation, outside of the timing; empty when there is nothing more to do.
     *
     * @throws IOException when it cannot be prepared; the run fails
     */
    Optional<Task> next() throws IOException;
}
