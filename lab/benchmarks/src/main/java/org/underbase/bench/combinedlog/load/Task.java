package org.underbase.bench.combinedlog.load;

import java.io.IOException;

/** Operation that a thread repeats. */
@FunctionalInterface
public interface Task {
    /**
     * Executes the operation once.
     *
     * @throws IOException if it fails, which ends the measurement
     * @throws InterruptedException if the thread is interrupted
     */
    void execute() throws IOException, InterruptedException;
}
