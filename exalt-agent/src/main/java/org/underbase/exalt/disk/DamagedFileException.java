package org.underbase.exalt.disk;

import java.io.IOException;

/** A file that begins as one of ours and does not go on so. */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Why.
     *
     * @param message what is wrong, and where
     */
    public DamagedFileException(String message) {
        super(message);
    }
}
