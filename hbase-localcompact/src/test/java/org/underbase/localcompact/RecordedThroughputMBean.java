package org.underbase.localcompact;

/** What {@link RecordedThroughput} saw. */
public interface RecordedThroughputMBean {
    /** Compactions that were begun. */
    long getStarted();

    /** Compactions that have ended. */
    long getFinished();

    /** Bytes that they told of. */
    long getBytes();

    /** Milliseconds that they were made to wait. */
    long getWaitedMillis();
}
