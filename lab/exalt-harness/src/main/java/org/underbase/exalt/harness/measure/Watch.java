package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.List;

/** Looks at processes while a load runs. */
public interface Watch {
    /** Looks at nothing. */
    Watch NONE = new Watch() {
        @Override
        public void begin(String kind, List<Long> pids) {}

        @Override
        public void end(String phase) {}
    };

    /**
     * Begins to look at processes; once for each kind in a phase.
     *
     * @param kind of the processes
     * @param pids of them
     * @throws IOException when a process does not let itself be looked at
     */
    void begin(String kind, List<Long> pids) throws IOException;

    /**
     * Ends it, while all of the processes are there.
     *
     * @param phase that is over
     * @throws IOException when a process does not tell
     */
    void end(String phase) throws IOException;
}
