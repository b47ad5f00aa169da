package org.underbase.combinedlog.journal;

import java.io.IOException;

/** A journal was written by a release that this one does not understand. */
public final class UnknownVersionException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownVersionException(int version) {
        super("the journal has version " + version + " and this release reads " + SegmentHeader.VERSION
                + ": empty it with the release that wrote it");
    }
}
