package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.List;

/** Observer of processes while a load runs. */
public interface Watch {
    /** Observer that does nothing. */
    Watch NONE = new Watch() {
        @Override
        public void begin(String kind, List<Long> pids) {}

        @Override
        public void end(String phase) {}
    };

    /**
     * Starts to observe processes; called once per phase and kind.
     *
     * @param kind kind of the processes
     * @param pids process IDs
     * @throws IOException if a process cannot be observed
     */
    void begin(String kind, List<Long> pids) throws IOException;

    /**
     * Stops to observe, while all processes still run.
     *
     * @param phase name of the phase that ended
     * @throws IOException if a process does not respond
     */
    void end(String phase) throws IOException;
}
