package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Thrown if another release wrote the journal in a version, or with features, that this release cannot read. */
public final class UnknownVersionException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownVersionException(String message) {
        super(message);
    }

    static UnknownVersionException ofVersion(int version) {
        return new UnknownVersionException("unsupported journal version " + version + ": this release reads "
                + SegmentHeader.VERSION + "; empty the journal with the release that wrote it");
    }

    static UnknownVersionException ofFeatures(int features) {
        return new UnknownVersionException("unsupported journal features 0x" + Integer.toHexString(features)
                + ": empty the journal with the release that wrote it");
    }
}
