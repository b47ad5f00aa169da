package org.underbase.htfs.format;

/** Names of threads in imported traces whose source has no threads: the activity that follows from the calls. */
public final class DerivedThread {
    public static final String COMPACTION = "derived:compaction";
    public static final String FLUSH = "derived:flush";
    /** The calls do not show which activity a store file was written or read for. */
    public static final String UNKNOWN = "derived:unknown";

    private DerivedThread() {}
}
