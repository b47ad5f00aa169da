package org.underbase.htfs.format;

/**
 * One recorded call. A reader returns a cursor that is valid until the next event; {@link #copy()} creates an immutable
 * event. A number that does not apply is {@code -1}, a string that does not apply is empty; nothing is null.
 */
public interface TraceEvent {
    /** Returns the start of the call, in nanoseconds since the epoch (UTC). */
    long startNanos();

    /** Returns the time from call to return, in nanoseconds. */
    long durationNanos();

    Call call();

    Activity activity();

    /** Returns the part of the activity, by the calling thread. */
    default SubActivity subActivity() {
        return Activities.sub(activity(), Activities.Role.of(thread()), call(), detail());
    }

    /** Returns the meaning of {@link #path} in HBase's layout. */
    default HBasePath place() {
        return HBasePath.of(path());
    }

    /** Returns the fraction of the files that was recorded at that time, in units of 1 / 2^32; see {@link BlockHeader#ALL}. */
    default long sampling() {
        return BlockHeader.ALL;
    }

    String host();

    /** Returns the process as {@code pid@start}, with its start in milliseconds since the epoch; unique on its host. */
    String process();

    /** Returns the name of the process, {@code underbase.trace.label} or that of {@code -Dproc_NAME}. */
    String label();

    /** Returns the name of the thread at the time of the call. */
    String thread();

    /** Returns the id of the thread in its process, which does not change with its name. */
    default long threadId() {
        return -1;
    }

    /** Returns the user of the call. */
    String user();

    /** Returns the file's id in its process. It survives a rename and differs for two successive files of one path. */
    long fileId();

    /** Returns the path at the time of the call, without scheme and authority. */
    String path();

    /** Returns the second path of a call on two paths (rename, concat, symlink). */
    String otherPath();

    /** Returns the inode id, if the call returned it. */
    long inode();

    /** Returns the identity of the file across processes. */
    default FileIdentity identity() {
        return FileIdentity.NONE;
    }

    /** Returns the id of the stream, unique in its process. */
    long streamId();

    /** Returns the id of a vectored read, equal for its request and its ranges. */
    long group();

    /** Returns the offset of the call in the file, in bytes. */
    long offset();

    /** Returns the number of requested bytes. */
    long length();

    /** Returns the result of the call: bytes, entries, 0 or 1 for a boolean; -1 at end of file. */
    long result();

    /** Returns the class name of the exception that the call threw. */
    String exception();

    /** Returns further arguments and results as {@code key=value} pairs, separated by blanks. */
    String detail();

    /** Returns the number of calls that the event stands for: 1, the length of a series, 0 for lost calls and parts of a call. */
    default long calls() {
        return Loss.calls(call(), detail());
    }

    /** Returns {@link #call}, or what each call of a series was. */
    default Call eachCall() {
        return Loss.eachCall(call(), detail());
    }

    /** Returns an immutable copy. */
    TraceEvent copy();
}
