package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Set;

/** Destination of kept records whose storage left service before its files were fsynced. */
public interface SetAside {
    /** Rejects all records. */
    SetAside NOWHERE = (storage, keys) -> {
        throw new IOException("the records of storage " + storage + " cannot be set aside");
    };

    /**
     * Writes the kept records of some replicas. They are on disk when this returns, and are replayed when the storage returns.
     *
     * @param storage ID of the storage
     * @param keys blocks of the replicas
     * @throws IOException if the records cannot be read or written
     */
    void write(String storage, Set<BlockKey> keys) throws IOException;
}
