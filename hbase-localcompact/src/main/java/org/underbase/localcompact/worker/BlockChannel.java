package org.underbase.localcompact.worker;

import java.io.Closeable;
import java.io.IOException;

/** A replica of a block that is being written on this node. */
interface BlockChannel extends Closeable {
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Returns when the DataNode has all bytes. The replica is not finalized. */
    void awaitAcknowledged() throws IOException;

    /** Finalizes the replica. */
    void complete() throws IOException;

    /**
     * Gives it another generation stamp, that of the block as it is located now, and returns that. May be repeated, also when
     * it is closed.
     */
    long recover(byte[] located) throws IOException;
}
