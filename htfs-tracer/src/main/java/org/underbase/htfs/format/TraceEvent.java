package org.underbase.htfs.format;

/**
 * One recorded call. Readers hand out a cursor that is only valid until the next event; {@link #copy()} keeps it.
 * Numbers that do not apply are {@code -1}, strings that do not apply are empty; nothing is null.
 */
public interface TraceEvent {
    /** When the call began: nanoseconds since the epoch, UTC. */
    long startNanos();

    /** From call to return, in nanoseconds. */
    long durationNanos();

    Call call();

    Activity activity();

    String host();

    /** The process: {@code pid@start-of-JVM-in-epoch-ms}, unique on its host. */
    String process();

    /** What the operator called the process ({@code underbase.trace.label}). */
    String label();

    String thread();

    /** The user on whose behalf the call was made. */
    String user();

    /** The file's identity within its process, stable over rename; two files that had the same path one after the other differ. */
    long fileId();

    /** The path as it was at the time of the call, without scheme and authority. */
    String path();

    /** The second path of a call that has two (rename, concat, symlink). */
    String otherPath();

    /** The inode id, where the call tells it. */
    long inode();

    /** The stream, unique in its process. */
    long streamId();

    /** Links the ranges of a vectored read to their request: equal for all events of the request. */
    long group();

    /** Where in the file the call began. */
    long offset();

    /** How many bytes were asked for. */
    long length();

    /** What the call returned: bytes moved, entries listed, 0 or 1 for a boolean; -1 at end of file. */
    long result();

    /** The class name of the exception the call threw. */
    String exception();

    /** Further facts as {@code key=value} pairs separated by blanks. */
    String detail();

    /** A copy that stays valid. */
    TraceEvent copy();
}
