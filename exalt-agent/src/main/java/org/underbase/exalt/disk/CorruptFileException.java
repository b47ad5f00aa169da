package org.underbase.exalt.disk;

import java.io.IOException;

/** Thrown when a file has the magic of a compressed file but is corrupt or has an unsupported version. */
public final class CorruptFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message kind and position of the corruption
     */
    public CorruptFileException(String message) {
        super(message);
    }
}
