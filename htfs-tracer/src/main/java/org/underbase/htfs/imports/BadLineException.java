package org.underbase.htfs.imports;

/** A line is of the expected format, but malformed. */
public final class BadLineException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param reason the malformed part and its value */
    public BadLineException(String reason) {
        super(reason);
    }
}
