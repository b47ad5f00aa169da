package org.underbase.htfs.record;

import org.underbase.htfs.format.Call;

/**
 * The fields that few events have; allocated only for these events.
 *
 * @param on stream or file, or null
 * @param other second file of a call on two files, or null
 * @param failure class of the thrown exception, or null
 * @param detail {@code key=value} pairs separated by blanks, or null
 * @param user user of the call, or null for that of the stream or process
 * @param group id of the vectored read, or -1
 * @param count number of calls in a series; otherwise 1
 * @param call the calls of a series; otherwise null
 */
record SparseFields(
        Subject on,
        FileRef other,
        Class<? extends Throwable> failure,
        String detail,
        String user,
        long group,
        long count,
        Call call)
        implements Subject {

    SparseFields(
            Subject on, FileRef other, Class<? extends Throwable> failure, String detail, String user, long group) {
        this(on, other, failure, detail, user, group, 1, null);
    }

    /** Returns the fields of several reads that are one event. */
    static SparseFields series(StreamRef stream, long count, Call call) {
        return new SparseFields(stream, null, null, null, null, -1, count, call);
    }
}
