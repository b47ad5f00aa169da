package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Existing file that is not read because of its type or size; the message contains its path and an action. */
public final class IrregularFileException extends IOException {
    private static final long serialVersionUID = 1;

    IrregularFileException(String message) {
        super(message);
    }
}
