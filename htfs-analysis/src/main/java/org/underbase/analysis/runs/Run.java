package org.underbase.analysis.runs;

import org.underbase.htfs.format.Activity;

/** Sequence of reads of one thread on one stream; each begins at the end of the previous one or within a gap after it. */
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

    /** Whether a read at this offset continues the run. */
    boolean reaches(long offset, long gap) {
        return offset >= end && offset - end <= gap;
    }

    void extend(long to, long more) {
        end = to;
        bytes += more;
    }

    /** Returns the activity of the first read. */
    public Activity activity() {
        return activity;
    }

    /** Returns the ID of the file, unique in its process. */
    public long file() {
        return file;
    }

    /** Returns the offset of the first read. */
    public long start() {
        return start;
    }

    /** Returns the end offset of the last read. */
    public long end() {
        return end;
    }

    /** Returns the number of bytes read, from start to end without gaps. */
    public long bytes() {
        return bytes;
    }
}
