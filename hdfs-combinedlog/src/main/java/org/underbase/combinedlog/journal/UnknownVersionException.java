package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Thrown if another release wrote the journal in a version that this release cannot read. */
public final class UnknownVersionException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownVersionException(int version) {
        super("unsupported journal version " + version + ": this release reads " + SegmentHeader.VERSION
                + "; empty the journal with the release that wrote it");
    }
}
