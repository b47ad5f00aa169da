package org.underbase.sim.request;

import java.util.List;
import java.util.Locale;

/** Causes of requests. */
public enum Activity {
    /** Read for an HBase client. */
    USER_READ(0, false),
    /** Write to a log of HBase. */
    LOG(1, true),
    /** Write of a flushed memstore. */
    FLUSH(2, true),
    /** Read of an input of a compaction. */
    COMPACTION_READ(3, false),
    /** Write of the output of a compaction. */
    COMPACTION_WRITE(4, true),
    /** Any other read. */
    OTHER_READ(5, false),
    /** Any other write. */
    OTHER_WRITE(6, true);

    /** Number of activities. */
    public static final int COUNT = values().length;
    /** Activities that read. */
    public static final List<Activity> READS = List.of(USER_READ, COMPACTION_READ, OTHER_READ);
    /** Activities that write. */
    public static final List<Activity> WRITES = List.of(LOG, FLUSH, COMPACTION_WRITE, OTHER_WRITE);

    private final int index;
    private final boolean write;

    Activity(int index, boolean write) {
        this.index = index;
        this.write = write;
    }

    /** Returns the position in arrays by activity. */
    public int index() {
        return index;
    }

    /** Returns the name in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name in tables. */
    public String label() {
        return id().replace('-', ' ');
    }

    /** Returns whether requests of the activity are writes. */
    public boolean isWrite() {
        return write;
    }
}
