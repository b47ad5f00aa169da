package org.underbase.analysis.runs;

import org.underbase.analysis.access.Access;
import org.underbase.htfs.format.Activity;

/** Sequence of reads of one thread on one stream; each begins at the end of the previous one or within a gap after it. */
public final class Run {
    private final Activity activity;
    private final long start;
    private long end;
    private long bytes;

    Run(Access first) {
        this.activity = first.activity();
        this.start = first.offset();
        this.end = start;
        extend(first);
    }

    /** Whether a read at this offset continues the run. */
    boolean reaches(long offset, long gap) {
        return offset >= end && offset - end <= gap;
    }

    void extend(Access read) {
        end = read.offset() + read.length();
        bytes += read.length();
    }

    /** Returns the activity of the first read. */
    public Activity activity() {
        return activity;
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
