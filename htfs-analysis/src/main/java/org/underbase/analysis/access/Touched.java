package org.underbase.analysis.access;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;

/**
 * Bytes of files that were accessed, each counted once.
 *
 * @param readOnly bytes that were read and not written
 * @param both bytes that were read and written
 * @param writtenOnly bytes that were written and not read
 */
public record Touched(long readOnly, long both, long writtenOnly) {
    public static final Touched NONE = new Touched(0, 0, 0);

    /** Returns the bytes with a history, by those kinds of I/O that a mask contains. */
    public static Touched of(long bytes, int io, int mask) {
        boolean read = (io & mask & RangeHistory.READ) != 0;
        boolean written = (io & mask & RangeHistory.WRITE) != 0;
        return new Touched(read && !written ? bytes : 0, read && written ? bytes : 0, written && !read ? bytes : 0);
    }

    /** Passes the numbers, and returns the results. */
    public Touched transfer(Fields fields) throws IOException {
        return new Touched(fields.number(readOnly), fields.number(both), fields.number(writtenOnly));
    }

    /** Adds other bytes. */
    public Touched plus(Touched other) {
        return new Touched(readOnly + other.readOnly, both + other.both, writtenOnly + other.writtenOnly);
    }

    /** Returns the bytes that were read. */
    public long read() {
        return readOnly + both;
    }

    /** Returns the bytes that were written. */
    public long written() {
        return writtenOnly + both;
    }

    /** Returns all bytes. */
    public long total() {
        return readOnly + both + writtenOnly;
    }
}
