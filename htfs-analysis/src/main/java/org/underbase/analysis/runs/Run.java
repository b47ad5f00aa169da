package org.underbase.analysis.runs;

import org.underbase.htfs.format.Activity;

/** Reads of one thread on one stream, each beginning where the one before ended. */
public final class Run {
    private final Activity activity;
    private final long file;
    private final long start;
    private long end;

    Run(Activity activity, long file, long start, long end) {
        this.activity = activity;
        this.file = file;
        this.start = start;
        this.end = end;
    }

    void extend(long to) {
        end = to;
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

    /** Bytes. */
    public long length() {
        return end - start;
    }
}
