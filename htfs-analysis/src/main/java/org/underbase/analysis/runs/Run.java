package org.underbase.analysis.runs;

import org.underbase.htfs.format.Activity;

/** Reads of one thread on one stream, each beginning where the one before ended, or within an allowed gap of it. */
public final class Run {
    private final Activity activity;
    private final long file;
    private final long start;
    private long end;
    private long bytes;

    Run(Activity activity, long file, long start, long end) {
        this.activity = activity;
        this.file = file;
        this.start = start;
        this.end = end;
        this.bytes = end - start;
    }

    /** Whether a read at this offset goes on with the run. */
    boolean reaches(long offset, long gap) {
        return offset >= end && offset - end <= gap;
    }

    void extend(long to, long more) {
        end = to;
        bytes += more;
    }

    /** That of the first read. */
    public Activity activity() {
        return activity;
    }

    /** The id of the file, in its process. */
    public long file() {
        return file;
    }

    /** The offset where the first read began. */
    public long start() {
        return start;
    }

    /** The offset where the last read ended. */
    public long end() {
        return end;
    }

    /** How many bytes were read: from start to end but for the gaps. */
    public long bytes() {
        return bytes;
    }
}
