package org.underbase.htfs.record;

import java.util.Map;

/**
 * JMX view of the tracer, {@code org.underbase.htfs:type=Tracer}. Setters accept the values of the {@link TraceKeys}, take
 * effect at once, and throw {@link IllegalArgumentException} with one line for an invalid value.
 */
public interface TracerMXBean {
    boolean isOn();

    /** Returns the cause why the tracer cannot record; empty if there was no failure. */
    String getFailure();

    void setOn(boolean on);

    /** Returns the fraction of all files that is recorded, 0 to 1. */
    double getSampling();

    void setSampling(double fraction);

    /** Returns {@code collapse}, {@code drop} or {@code block}. */
    String getRingFull();

    void setRingFull(String action);

    /** Returns the maximum time that a call waits for memory, in milliseconds. */
    long getRingBlockDeadlineMillis();

    void setRingBlockDeadlineMillis(long millis);

    /** Returns the size limit of all segments in the directory, in bytes. */
    long getMaxBytes();

    void setMaxBytes(long bytes);

    /** Returns {@code delete} or {@code stop}. */
    String getLimitAction();

    void setLimitAction(String action);

    String getDirectory();

    /** Returns the number of events drained from the rings since the start. */
    long getEvents();

    long getEventsWritten();

    long getBytesWritten();

    long getBlocksWritten();

    long getSegmentsBegun();

    long getDroppedRingFull();

    long getDroppedWriteError();

    long getDroppedSizeCap();

    /** Returns the number of lost calls by cause. */
    Map<String, Long> getLostEvents();

    /** Returns the number of bytes that the lost reads and writes moved. */
    long getLostBytes();

    /** Returns the number of calls that other events include. Events, these and the lost ones are all calls. */
    long getCollapsed();

    /** Returns the size of the chunks that the rings use, in bytes. */
    long getRingBytes();

    /** Returns the largest size of the chunks that the rings used so far, in bytes. */
    long getRingBytesPeak();

    /** Returns the longest time that a call has waited for memory, in microseconds. */
    long getLongestWaitMicros();

    /** Returns the number of segments deleted because of a limit of size, number, age or free space. */
    long getSegmentsEvicted();

    /** Returns the number of segments that should be deleted because of a limit and cannot be, such as another user's. */
    long getSegmentsUndeletable();

    long getEventsEvicted();

    long getWriteErrors();

    /** Whether the last write failed. */
    boolean isFailing();

    /** Returns the cause why the last write failed; empty if it succeeded. */
    String getWriteFailure();

    /** Returns the age of the oldest unwritten event, in milliseconds. */
    long getLagMillis();

    /** Returns the number of threads with a dedicated ring. */
    int getRings();

    /** Returns the number of files in the file table. */
    int getFiles();

    /** Returns the number of files evicted from the file table. */
    long getFilesEvicted();

    /** Writes all events recorded so far; returns false if that failed. */
    boolean flush();

    /** Flushes and closes the segment, so that its file can be moved. */
    boolean roll();
}
