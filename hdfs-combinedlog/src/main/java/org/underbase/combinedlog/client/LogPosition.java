package org.underbase.combinedlog.client;

/**
 * Position of a record in a log.
 *
 * @param sequence number of the record: 0 for the first record of the log, then 1 more for each record
 * @param offset offset of the record in the file, in bytes
 */
public record LogPosition(long sequence, long offset) {
    /** Checks that no value is negative. */
    public LogPosition {
        if (sequence < 0 || offset < 0) {
            throw new IllegalArgumentException("invalid position of a record: " + sequence + " at byte " + offset);
        }
    }
}
