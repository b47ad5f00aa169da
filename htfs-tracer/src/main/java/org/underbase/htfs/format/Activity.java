package org.underbase.htfs.format;

/** The activity of the application that a call belongs to, in the paper's terms (FAST '14 §4.1). */
public enum Activity {
    LOGGING,
    FLUSH,
    READ,
    COMPACTION,
    /** None of the four activities of HBase: metadata, splits, other applications. */
    OTHER;

    /** Returns the name that output contains and filters accept. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
