package org.underbase.exalt.harness.load;

import java.io.IOException;

/** The work of one thread. */
interface Client {
    /**
     * Works until all is done.
     *
     * @throws IOException when it cannot go on
     */
    void work() throws IOException;
}
