package org.underbase.sim.disk;

/** Speed of a disk. */
public interface DiskModel {
    /** Gap to another file. */
    long OTHER_FILE = Long.MAX_VALUE;

    /**
     * Returns the time before a transfer starts.
     *
     * @param gapBytes distance from the end of the last transfer, in bytes, or {@link #OTHER_FILE}; 0 is adjacent
     * @return time in nanoseconds
     */
    long seekNanos(long gapBytes);

    /**
     * Returns the time of a transfer.
     *
     * @param bytes number of bytes
     * @return time in nanoseconds
     */
    long transferNanos(long bytes);

    /** Returns the time of a flush, which makes writes durable, in nanoseconds. */
    default long flushNanos() {
        return 0;
    }

    /** Returns whether requests are served in the order of their arrival, without a scheduler. */
    default boolean isFifo() {
        return false;
    }
}
