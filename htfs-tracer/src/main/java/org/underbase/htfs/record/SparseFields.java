package org.underbase.htfs.record;

/**
 * The fields that few events have; allocated only for these events.
 *
 * @param on stream or file, or null
 * @param other second file of a call on two files, or null
 * @param failure class of the thrown exception, or null
 * @param detail {@code key=value} pairs separated by blanks, or null
 * @param user user of the call, or null for that of the stream or process
 * @param group id of the vectored read, or -1
 * @param thread name of the thread, or null for the owner of the ring
 */
record SparseFields(
        Subject on,
        FileRef other,
        Class<? extends Throwable> failure,
        String detail,
        String user,
        long group,
        String thread)
        implements Subject {

    /** Copies the fields of an event with the name of its thread. */
    static SparseFields in(Subject subject, String thread) {
        if (subject instanceof SparseFields fields) {
            return new SparseFields(
                    fields.on, fields.other, fields.failure, fields.detail, fields.user, fields.group, thread);
        }
        return new SparseFields(subject, null, null, null, null, -1, thread);
    }
}
