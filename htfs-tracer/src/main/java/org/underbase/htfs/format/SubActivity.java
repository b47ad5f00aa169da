package org.underbase.htfs.format;

import java.util.Locale;

/** Part of an {@link Activity}. */
public enum SubActivity {
    /** The activity has no parts. */
    NONE,
    /** Logging: writing the log, and operations on its files. */
    APPEND,
    /** Logging: reading a log, and splitting it into recovered edits. */
    RECOVERY,
    /** Logging: reading a log for replication to another cluster. */
    REPLICATION,
    /** Compaction by HBase. */
    STOCK,
    /** Local compaction. */
    LOCAL,
    /** Foreground read by any other thread: gets and scans, and also MapReduce over snapshots, bulk loads and the Master. */
    REQUEST,
    /** Foreground read: prefetch of a store file into the block cache. */
    PREFETCH,
    /** Foreground read: opening a store file. */
    OPENING;

    /** Returns the name that output contains; empty for {@link #NONE}. */
    public String label() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }
}
