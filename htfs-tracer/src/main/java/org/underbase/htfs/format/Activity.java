package org.underbase.htfs.format;

/** What the application was doing when it made a call, in the paper's terms (FAST '14 §4.1). */
public enum Activity {
    LOGGING,
    FLUSH,
    READ,
    COMPACTION,
    /** None of HBase's four activities: meta data, split, other applications. */
    OTHER;

    /** The name shown to people and accepted by filters. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
