package org.underbase.localcompact;

/** Management interface of {@link RecordingThroughputController}. */
public interface RecordingThroughputControllerMBean {
    /** Returns the number of started compactions. */
    long getStarted();

    /** Returns the number of finished compactions. */
    long getFinished();

    /** Returns the bytes reported by compactions. */
    long getBytes();

    /** Returns the total wait of compactions, in milliseconds. */
    long getWaitedMillis();
}
