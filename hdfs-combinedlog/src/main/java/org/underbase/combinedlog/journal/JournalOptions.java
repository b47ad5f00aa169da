package org.underbase.combinedlog.journal;

import java.time.Duration;

/**
 * How a journal is laid out and paced.
 *
 * @param segments how many there are in normal life, at least 3
 * @param segmentBytes size of a new segment, a multiple of 4,096
 * @param maxSegmentBytes up to which segments grow when they fill faster than {@code segmentTime}
 * @param segmentTime in which a segment should not be filled, so that checkpoints stay rare
 * @param bufferBytes of each of the two buffers; the longest record is a little shorter
 * @param gather whether a commit waits a little for more writers when the disk is slow and there are several
 * @param linger after which a record that nobody waits for is written
 * @param roomWait how long an append waits for a free segment before it is refused
 * @param retry how long a checkpoint that failed waits before it is tried again, more than nothing
 */
public record JournalOptions(
        int segments,
        long segmentBytes,
        long maxSegmentBytes,
        Duration segmentTime,
        int bufferBytes,
        boolean gather,
        Duration linger,
        Duration roomWait,
        Duration retry) {
    private static final int MIN_BUFFER = 16 << 10;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException with one line that says what is wrong
     */
    public JournalOptions {
        check(segments >= 3, "a journal needs at least 3 segments, not " + segments);
        check(
                segmentBytes % SegmentHeader.PAGE == 0,
                "a segment's size must be a multiple of " + SegmentHeader.PAGE + ", not " + segmentBytes);
        check(bufferBytes >= MIN_BUFFER, "a buffer needs at least " + MIN_BUFFER + " bytes, not " + bufferBytes);
        check(
                segmentBytes >= 4L * bufferBytes,
                "a segment must hold four buffers of " + bufferBytes + " bytes, not " + segmentBytes);
        check(maxSegmentBytes >= segmentBytes, "segments cannot grow to less than they begin with");
        check(!roomWait.isNegative() && !linger.isNegative(), "waits cannot be negative");
        check(retry.toNanos() > 0, "a checkpoint that failed must wait before it is tried again");
    }

    private static void check(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * What a DataNode with a few WALs needs.
     *
     * @return 4 segments of 64 MB that grow to 512 MB
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
     * Changes the layout.
     *
     * @param count of segments
     * @param bytes of each, which do not grow
     * @return the options
     */
    public JournalOptions withSegments(int count, long bytes) {
        return new JournalOptions(count, bytes, bytes, segmentTime, bufferBytes, gather, linger, roomWait, retry);
    }

    /**
     * Changes the buffers.
     *
     * @param bytes of each of the two
     * @return the options
     */
    public JournalOptions withBufferBytes(int bytes) {
        return new JournalOptions(
                segments, segmentBytes, maxSegmentBytes, segmentTime, bytes, gather, linger, roomWait, retry);
    }

    /**
     * Switches the pause before a commit.
     *
     * @param on whether there is one
     * @return the options
     */
    public JournalOptions withGather(boolean on) {
        return new JournalOptions(
                segments, segmentBytes, maxSegmentBytes, segmentTime, bufferBytes, on, linger, roomWait, retry);
    }

    /**
     * Changes the wait for room.
     *
     * @param wait how long
     * @return the options
     */
    public JournalOptions withRoomWait(Duration wait) {
        return new JournalOptions(
                segments, segmentBytes, maxSegmentBytes, segmentTime, bufferBytes, gather, linger, wait, retry);
    }
}
