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

    /** Gives it another generation stamp, those of the block as it is located now. */
    void recover(byte[] located) throws IOException;
}
