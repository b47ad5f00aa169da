package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One direction of a connection as the kernel has it, with the results that the JDK's own channels go by. */
@FunctionalInterface
public interface Link {
    /** The other side sends no more. */
    int END = -1;
    /** Nothing can be done right now: the link does not block. */
    int UNAVAILABLE = -2;
    /** A signal came before anything was done. */
    int INTERRUPTED = -3;

    /**
     * Reads into a buffer, or writes what it has.
     *
     * @param bytes from its position to its limit, at least one; the position moves by what was done
     * @return how many, at least one, or one of the constants
     * @throws IOException when the connection is broken
     */
    int transfer(ByteBuffer bytes) throws IOException;
}
