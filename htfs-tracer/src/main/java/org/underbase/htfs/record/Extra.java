package org.underbase.htfs.record;

/**
 * What only few events have; allocated for those alone.
 *
 * @param on the stream or file, or null
 * @param other the second file of a call that has two, or null
 * @param failure the class of the exception thrown, or null
 * @param detail {@code key=value} pairs separated by blanks, or null
 * @param user the user on whose behalf the call was made, or null for the stream's or the process' own
 * @param group the vectored request this event belongs to, or -1
 * @param thread the name of the thread, or null for the ring's own
 */
record Extra(
        Subject on,
        FileRef other,
        Class<? extends Throwable> failure,
        String detail,
        String user,
        long group,
        String thread)
        implements Subject {

    /** This event with the name of the thread that made the call. */
    static Extra in(Subject subject, String thread) {
        if (subject instanceof Extra extra) {
            return new Extra(extra.on, extra.other, extra.failure, extra.detail, extra.user, extra.group, thread);
        }
        return new Extra(subject, null, null, null, null, -1, thread);
    }
}
