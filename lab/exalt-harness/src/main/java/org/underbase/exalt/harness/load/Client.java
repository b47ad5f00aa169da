package org.underbase.exalt.harness.load;

import java.io.IOException;

/** Work of one client thread. */
interface Client {
    /**
     * Works until the load ends.
     *
     * @throws IOException if the work cannot continue
     */
    void work() throws IOException;
}
