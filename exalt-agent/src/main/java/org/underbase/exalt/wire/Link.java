package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The kernel's side of one direction of a connection, with the result codes of the JDK's own channels. */
@FunctionalInterface
public interface Link {
    /** End of stream. */
    int END = -1;
    /** Nothing is possible now; the link is non-blocking. */
    int UNAVAILABLE = -2;
    /** Interrupted by a signal before anything was done. */
    int INTERRUPTED = -3;

    /**
     * Reads into a buffer, or writes from it.
     *
     * @param bytes buffer from its position to its limit, at least one byte; the position advances
     * @return number of bytes, at least 1, or one of the constants
     * @throws IOException if the connection is broken
     */
    int transfer(ByteBuffer bytes) throws IOException;
}
