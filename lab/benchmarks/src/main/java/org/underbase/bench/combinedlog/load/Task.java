package org.underbase.bench.combinedlog.load;

import java.io.IOException;

/** What one thread does again and again. */
@FunctionalInterface
public interface Task {
    /**
     * Does it once.
     *
     * @throws IOException when it fails, which ends the measurement
     * @throws InterruptedException when interrupted
     */
    void once() throws IOException, InterruptedException;
}
