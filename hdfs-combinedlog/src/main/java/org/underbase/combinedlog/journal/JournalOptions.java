package org.underbase.combinedlog.journal;

import java.time.Duration;

/**
 * Layout and pace of a journal.
 *
 * @param segments number of segments without emergency segments, at least 3
 * @param segmentBytes initial size of a segment, in bytes; a multiple of 4,096
 * @param maxSegmentBytes size up to which segments grow, in bytes
 * @param segmentFillTime segments that fill faster than this grow, to keep checkpoints rare
 * @param bufferBytes size of each of the two buffers, in bytes; limits the length of a record
 * @param groupCommitDelay whether a commit waits for more writers if the disk is slow and several threads write
 * @param linger delay after which a record is written although no thread waits for it
 * @param segmentWaitTimeout maximum time an append waits for a free segment before it is rejected
 * @param retry delay before a failed checkpoint is repeated, above 0
 */
public record JournalOptions(
        int segments,
        long segmentBytes,
        long maxSegmentBytes,
        Duration segmentFillTime,
        int bufferBytes,
        boolean groupCommitDelay,
        Duration linger,
        Duration segmentWaitTimeout,
        Duration retry) {
    private static final int MIN_BUFFER = 16 << 10;

    /**
     * Validates the values.
     *
     * @throws IllegalArgumentException if a value is invalid; the message is one line
     */
    public JournalOptions {
        check(segments >= 3, "invalid number of segments " + segments + ": must be at least 3");
        check(
                segmentBytes % SegmentHeader.PAGE == 0,
                "invalid segment size " + segmentBytes + ": must be a multiple of " + SegmentHeader.PAGE);
        check(bufferBytes >= MIN_BUFFER, "invalid buffer size " + bufferBytes + ": must be at least " + MIN_BUFFER);
        check(
                segmentBytes >= 4L * bufferBytes,
                "invalid segment size " + segmentBytes + ": must be at least four buffers of " + bufferBytes
                        + " bytes");
        check(
                maxSegmentBytes >= segmentBytes,
                "invalid maximum segment size " + maxSegmentBytes + ": must be at least " + segmentBytes);
        check(!segmentWaitTimeout.isNegative() && !linger.isNegative(), "invalid wait: must not be negative");
        check(retry.toNanos() > 0, "invalid retry delay: must be above 0");
    }

    private static void check(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns options for a DataNode with a few WALs.
     *
     * @return 4 segments of 64 MiB that grow to 512 MiB
     */
    public static JournalOptions defaults() {
        return new JournalOptions(
                4,
                64L << 20,
                512L << 20,
                Duration.ofSeconds(60),
                4 << 20,
                true,
                Duration.ofMillis(200),
                Duration.ofMillis(500),
                Duration.ofSeconds(1));
    }

    /**
     * Copies these options with a fixed layout.
     *
     * @param count number of segments
     * @param bytes fixed size of each segment, in bytes
     * @return the copy
     */
    public JournalOptions withSegments(int count, long bytes) {
        return new JournalOptions(
                count, bytes, bytes, segmentFillTime, bufferBytes, groupCommitDelay, linger, segmentWaitTimeout, retry);
    }

    /**
     * Copies these options with another buffer size.
     *
     * @param bytes size of each of the two buffers, in bytes
     * @return the copy
     */
    public JournalOptions withBufferBytes(int bytes) {
        return new JournalOptions(
                segments,
                segmentBytes,
                maxSegmentBytes,
                segmentFillTime,
                bytes,
                groupCommitDelay,
                linger,
                segmentWaitTimeout,
                retry);
    }

    /**
     * Copies these options with or without the group-commit delay.
     *
     * @param on whether commits wait for more writers
     * @return the copy
     */
    public JournalOptions withGroupCommitDelay(boolean on) {
        return new JournalOptions(
                segments,
                segmentBytes,
                maxSegmentBytes,
                segmentFillTime,
                bufferBytes,
                on,
                linger,
                segmentWaitTimeout,
                retry);
    }

    /**
     * Copies these options with another wait for a free segment.
     *
     * @param wait maximum wait of an append
     * @return the copy
     */
    public JournalOptions withSegmentWaitTimeout(Duration wait) {
        return new JournalOptions(
                segments,
                segmentBytes,
                maxSegmentBytes,
                segmentFillTime,
                bufferBytes,
                groupCommitDelay,
                linger,
                wait,
                retry);
    }
}
