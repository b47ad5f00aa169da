package org.underbase.localcompact.hdfs;

import java.io.IOException;

/** Thrown for files without independently writable replicas: erasure-coded ones and those in an encryption zone. */
public final class UnsupportedFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message file and cause in one line
     */
    public UnsupportedFileException(String message) {
        super(message);
    }
}
