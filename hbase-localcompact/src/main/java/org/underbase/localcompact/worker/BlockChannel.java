package org.underbase.localcompact.worker;

import java.io.Closeable;
import java.io.IOException;

/** Channel that writes one replica of a block on this node. */
interface BlockChannel extends Closeable {
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Waits until the DataNode has acknowledged all bytes. Does not finalize the replica. */
    void awaitAcknowledged() throws IOException;

    /** Finalizes the replica. */
    void complete() throws IOException;

    /**
     * Sets the generation stamp of the given located block and returns it. May be repeated, also after closing.
     */
    long recover(byte[] located) throws IOException;
}
