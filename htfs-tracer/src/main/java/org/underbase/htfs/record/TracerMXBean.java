package org.underbase.htfs.record;

/**
 * The tracer as JMX shows it, {@code org.underbase.htfs:type=Tracer}. Setters take what the keys of {@link TraceKeys} take,
 * act at once, and throw {@link IllegalArgumentException} with one clear line on anything else.
 */
public interface TracerMXBean {
    boolean isOn();

    void setOn(boolean on);

    /** The part of all files that is recorded, 0 to 1. */
    double getSampling();

    void setSampling(double fraction);

    /** {@code drop} or {@code block}. */
    String getRingFull();

    void setRingFull(String policy);

    /** The cap on the size of all segments in the directory, in bytes. */
    long getMaxBytes();

    void setMaxBytes(long bytes);

    /** {@code delete} or {@code stop}. */
    String getMaxAction();

    void setMaxAction(String action);

    String getDirectory();

    /** Events taken from the rings since the start. */
    long getEvents();

    long getEventsWritten();

    long getBytesWritten();

    long getBlocksWritten();

    long getSegmentsBegun();

    long getDroppedRingFull();

    long getDroppedWriteError();

    long getDroppedSizeCap();

    /** Segments deleted to keep within the cap. */
    long getSegmentsExpired();

    long getEventsExpired();

    long getWriteErrors();

    /** Whether the last attempt to write failed. */
    boolean isFailing();

    /** How old the oldest event is that is not yet on disk. */
    long getLagMillis();

    /** Threads that have a ring of their own now. */
    int getRings();

    /** Files whose identity is remembered now. */
    int getFiles();

    /** Files whose identity was forgotten to keep within the bound. */
    long getFilesForgotten();

    /** Writes every event recorded so far; false when that failed. */
    boolean flush();

    /** As {@link #flush}, and ends the segment, so that its file can be taken away. */
    boolean roll();
}
