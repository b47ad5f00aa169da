package org.underbase.localcompact.hdfs;

import java.io.IOException;

/** A file is of a kind whose replicas are not written here: erasure-coded, or in an encryption zone. */
public final class UnsupportedFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Why.
     *
     * @param message which file it is
     */
    public UnsupportedFileException(String message) {
        super(message);
    }
}
