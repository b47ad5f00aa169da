package org.underbase.combinedlog.client;

import java.io.IOException;

/**
 * Invalid bytes in a log where a crash cannot have left them, or a log that ends before the position of its reader.
 * {@link LogReader#skipCorrupt} finds the next valid record, if one exists.
 */
public final class CorruptLogException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient LogPosition position;

    CorruptLogException(String message, LogPosition position) {
        super(message);
        this.position = position;
    }

    /**
     * Returns the position of the record that cannot be read.
     *
     * @return number and offset that the record should have
     */
    public LogPosition position() {
        return position;
    }
}
