package org.underbase.analysis.access;

import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;

/** Call on a file. It is a cursor: valid until the next access. */
public interface Access {
    /** Offset of a call whose position is unknown. */
    long UNPLACED = -1;

    /** Returns the call; of a series, what each of its calls was. */
    Call call();

    /** Returns the number of calls: 1, or the length of a series. */
    long calls();

    Activity activity();

    SubActivity subActivity();

    /**
     * Whether the call serves requests: a foreground read or a write of a flush, on a user table, or on any table if the
     * analysis counts system tables.
     */
    boolean core();

    /** Whether the file is one of a table of HBase itself. */
    boolean system();

    /** Returns the start of the call, in nanoseconds since the epoch. */
    long startNanos();

    /** Returns the offset of a read, write or sync in the file; {@link #UNPLACED} if it is unknown. */
    long offset();

    /**
     * Returns the bytes read or written, the length that an open returned, the new length of a truncate, the result of a sync
     * of a log or the new number of replicas.
     */
    long length();

    /** Returns the number of the process. */
    int process();

    /** Returns the stream, unique in its process. */
    long stream();

    /** Returns the thread, unique in its process. */
    long thread();

    /** Returns the fraction of the files that was recorded, as {@link org.underbase.htfs.format.TraceEvent#sampling}. */
    long sampling();

    /** Whether this is a read that returned bytes. */
    default boolean reads() {
        return call().kind() == Call.Kind.READ;
    }

    /** Whether this is a write of bytes, or the output of a recorded activity. */
    default boolean writes() {
        return call().kind() == Call.Kind.WRITE || call() == Call.ACTIVITY;
    }
}
