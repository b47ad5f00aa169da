package org.underbase.combinedlog.datanode;

import java.io.IOException;

/** Content of a marker file or a VERSION file that is corrupt or has an unknown version; other exceptions are failures of the disk. */
final class CorruptMarkerException extends IOException {
    private static final long serialVersionUID = 1;

    CorruptMarkerException(String message) {
        super(message);
    }

    CorruptMarkerException(String message, Throwable cause) {
        super(message, cause);
    }
}
