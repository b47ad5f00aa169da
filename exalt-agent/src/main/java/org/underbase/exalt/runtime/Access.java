package org.underbase.exalt.runtime;

/**
 * Access mode of a file descriptor.
 *
 * @param readable whether reads are allowed
 * @param writable whether writes are allowed
 * @param append whether each write goes to the end, regardless of the position
 */
public record Access(boolean readable, boolean writable, boolean append) {
    /** Mode of an input stream. */
    public static final Access READ = new Access(true, false, false);
    /** Mode of an output stream. */
    public static final Access WRITE = new Access(false, true, false);
    /** Mode of an appending output stream. */
    public static final Access APPEND = new Access(false, true, true);
    /** Mode of a random-access file. */
    public static final Access UPDATE = new Access(true, true, false);
}
