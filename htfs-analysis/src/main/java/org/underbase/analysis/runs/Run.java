package org.underbase.analysis.runs;

import org.underbase.htfs.format.Activity;

/** Reads of one thread on one stream, each beginning where the one before ended. */
final class Run {
    /** That of the first read. */
    final Activity activity;
    /** Where the first read began. */
    final long start;
    /** Where the last read ended. */
    long end;

    Run(Activity activity, long start, long end) {
        this.activity = activity;
        this.start = start;
        this.end = end;
    }
}
