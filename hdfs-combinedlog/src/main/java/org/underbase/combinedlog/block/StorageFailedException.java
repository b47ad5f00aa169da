package org.underbase.combinedlog.block;

import java.io.IOException;

/** Thrown if the directories of a storage cannot be read or written, so that none of its replicas can be replayed. */
public final class StorageFailedException extends IOException {
    private static final long serialVersionUID = 1;

    private final String storage;

    /**
     * Creates the exception.
     *
     * @param storage ID of the storage
     * @param cause failure of its disk
     */
    public StorageFailedException(String storage, IOException cause) {
        super("storage " + storage + " failed: " + cause, cause);
        this.storage = storage;
    }

    /**
     * Returns the storage.
     *
     * @return storage ID
     */
    public String storage() {
        return storage;
    }
}
