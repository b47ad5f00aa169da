package org.underbase.analysis.access;

/** Detail of the files of a trace that a figure reads. Each value contains those before it, and costs more time. */
public enum FileDetail {
    /** Nothing. */
    NONE,
    /** Facts that do not depend on the figure, such as the size and the lifetime. */
    FACTS,
    /** Also the calls that change the bytes of the file or the number of its replicas. */
    CHANGES,
    /** Also all other calls on the file. */
    CALLS,
    /** Also which bytes the calls accessed, and when. */
    HISTORY
}
