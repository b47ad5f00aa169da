package org.underbase.exalt.runtime;

/**
 * What a file descriptor was opened for.
 *
 * @param readable whether it may be read
 * @param writable whether it may be written
 * @param append whether each write goes to the end, wherever its position is
 */
public record Access(boolean readable, boolean writable, boolean append) {
    /** That of an input stream. */
    public static final Access READ = new Access(true, false, false);
    /** That of an output stream. */
    public static final Access WRITE = new Access(false, true, false);
    /** That of an output stream that appends. */
    public static final Access APPEND = new Access(false, true, true);
    /** That of a file that is read and written at random. */
    public static final Access UPDATE = new Access(true, true, false);
}
