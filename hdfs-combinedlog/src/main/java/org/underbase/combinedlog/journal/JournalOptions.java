package org.underbase.combinedlog.journal;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Layout and pace of a journal. Immutable for callers: each {@code with} method returns a copy. A journal changes only the copy that
 * its parts share.
 */
public final class JournalOptions {
    private static final int MIN_BUFFER = 16 << 10;
    /** Longest wait in nanoseconds, about 292 years. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private int segments = 4;
    private long segmentBytes = 64L << 20;
    private volatile long maxSegmentBytes = 512L << 20;
    private volatile Duration segmentFillTime = Duration.ofSeconds(60);
    private int bufferBytes = 4 << 20;
    private volatile boolean groupCommitDelay = true;
    private volatile Duration groupCommitDelayMax = Duration.ofMillis(4);
    private volatile boolean directWrites = true;
    private volatile Duration linger = Duration.ofMillis(200);
    private volatile Duration syncTimeout = Duration.ofSeconds(20);
    private volatile Duration segmentWaitTimeout = Duration.ofMillis(500);
    private volatile Duration retry = Duration.ofSeconds(1);

    private JournalOptions() {}

    /**
     * Returns options for a DataNode with a few WALs.
     *
     * @return 4 segments of 64 MiB that grow to 512 MiB
     */
    public static JournalOptions defaults() {
        return new JournalOptions();
    }

    /** Returns a copy for the parts of one journal. */
    JournalOptions own() {
        return copy(options -> {});
    }

    /** Takes over the values that a running journal can change. */
    void change(JournalOptions other) {
        maxSegmentBytes = Math.max(segmentBytes, other.maxSegmentBytes);
        segmentFillTime = other.segmentFillTime;
        groupCommitDelay = other.groupCommitDelay;
        groupCommitDelayMax = other.groupCommitDelayMax;
        directWrites = other.directWrites;
        linger = other.linger;
        syncTimeout = other.syncTimeout;
        segmentWaitTimeout = other.segmentWaitTimeout;
        retry = other.retry;
    }

    private JournalOptions copy(Consumer<JournalOptions> change) {
        JournalOptions copy = new JournalOptions();
        copy.segments = segments;
        copy.segmentBytes = segmentBytes;
        copy.maxSegmentBytes = maxSegmentBytes;
        copy.segmentFillTime = segmentFillTime;
        copy.bufferBytes = bufferBytes;
        copy.groupCommitDelay = groupCommitDelay;
        copy.groupCommitDelayMax = groupCommitDelayMax;
        copy.directWrites = directWrites;
        copy.linger = linger;
        copy.syncTimeout = syncTimeout;
        copy.segmentWaitTimeout = segmentWaitTimeout;
        copy.retry = retry;
        change.accept(copy);
        return copy;
    }

    /**
     * Sets the layout. A segment has at least four buffers.
     *
     * @param count number of segments without emergency segments, at least 3
     * @param bytes initial size of a segment, in bytes; a multiple of 4,096
     * @param maxBytes size up to which segments grow, in bytes
     * @param buffer size of each of the two buffers, in bytes; limits the length of a record
     * @return the copy
     * @throws IllegalArgumentException if a value is invalid; the message is one line
     */
    public JournalOptions withLayout(int count, long bytes, long maxBytes, int buffer) {
        check(count >= 3, "invalid number of segments " + count + ": must be at least 3");
        check(
                bytes % SegmentHeader.PAGE == 0,
                "invalid segment size " + bytes + ": must be a multiple of " + SegmentHeader.PAGE);
        check(buffer >= MIN_BUFFER, "invalid buffer size " + buffer + ": must be at least " + MIN_BUFFER);
        check(
                bytes >= 4L * buffer,
                "invalid segment size " + bytes + ": must be at least four buffers of " + buffer + " bytes");
        check(maxBytes >= bytes, "invalid maximum segment size " + maxBytes + ": must be at least " + bytes);
        return copy(options -> {
            options.segments = count;
            options.segmentBytes = bytes;
            options.maxSegmentBytes = maxBytes;
            options.bufferBytes = buffer;
        });
    }

    /**
     * Sets a layout with a fixed size of segments.
     *
     * @param count number of segments
     * @param bytes size of each segment, in bytes
     * @return the copy
     * @throws IllegalArgumentException if a value is invalid
     */
    public JournalOptions withSegments(int count, long bytes) {
        return withLayout(count, bytes, bytes, bufferBytes);
    }

    /**
     * Sets the size of the buffers.
     *
     * @param bytes size of each of the two buffers, in bytes
     * @return the copy
     * @throws IllegalArgumentException if the value is invalid
     */
    public JournalOptions withBufferBytes(int bytes) {
        return withLayout(segments, segmentBytes, maxSegmentBytes, bytes);
    }

    /**
     * Sets the minimum time in which a segment fills.
     *
     * @param time segments that fill faster grow, to keep checkpoints rare
     * @return the copy
     * @throws IllegalArgumentException if the value is negative
     */
    public JournalOptions withSegmentFillTime(Duration time) {
        Duration valid = wait(time);
        return copy(options -> options.segmentFillTime = valid);
    }

    /**
     * Turns the group-commit delay on or off.
     *
     * @param on whether a commit waits for more writers if the disk is slow and several threads write
     * @return the copy
     */
    public JournalOptions withGroupCommitDelay(boolean on) {
        return copy(options -> options.groupCommitDelay = on);
    }

    /**
     * Turns direct writes on or off.
     *
     * @param on whether commits bypass the page cache, if the file system permits it
     * @return the copy
     */
    public JournalOptions withDirectWrites(boolean on) {
        return copy(options -> options.directWrites = on);
    }

    /**
     * Sets the maximum group-commit delay.
     *
     * @param delay maximum time that a commit waits for more writers
     * @return the copy
     * @throws IllegalArgumentException if the value is negative
     */
    public JournalOptions withGroupCommitDelayMax(Duration delay) {
        Duration valid = wait(delay);
        return copy(options -> options.groupCommitDelayMax = valid);
    }

    /**
     * Sets the delay after which a record is written although no thread waits for it.
     *
     * @param delay the delay
     * @return the copy
     * @throws IllegalArgumentException if the value is negative
     */
    public JournalOptions withLinger(Duration delay) {
        Duration valid = wait(delay);
        return copy(options -> options.linger = valid);
    }

    /**
     * Sets the time after which a journal whose disk does not respond fails.
     *
     * @param wait maximum time from the request of a commit to its end, above 0. The journal fails up to 1 s later, and pauses of
     *     the JVM do not count
     * @return the copy
     * @throws IllegalArgumentException if the value is not above 0
     */
    public JournalOptions withSyncTimeout(Duration wait) {
        check(!wait.isZero(), "invalid sync timeout: must be above 0");
        Duration valid = wait(wait);
        return copy(options -> options.syncTimeout = valid);
    }

    /**
     * Sets the maximum wait for a free segment.
     *
     * @param wait maximum time an append waits before it is rejected
     * @return the copy
     * @throws IllegalArgumentException if the value is negative
     */
    public JournalOptions withSegmentWaitTimeout(Duration wait) {
        Duration valid = wait(wait);
        return copy(options -> options.segmentWaitTimeout = valid);
    }

    /**
     * Sets the delay before a failed checkpoint is repeated.
     *
     * @param delay the delay, above 0
     * @return the copy
     * @throws IllegalArgumentException if the value is not above 0
     */
    public JournalOptions withRetry(Duration delay) {
        check(!delay.isZero(), "invalid retry delay: must be above 0");
        Duration valid = wait(delay);
        return copy(options -> options.retry = valid);
    }

    /** Returns a wait whose nanoseconds fit into a long. */
    private static Duration wait(Duration wait) {
        check(!wait.isNegative(), "invalid wait: must not be negative");
        return wait.compareTo(FOREVER) > 0 ? FOREVER : wait;
    }

    private static void check(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns the number of segments.
     *
     * @return number without emergency segments
     */
    public int segments() {
        return segments;
    }

    /**
     * Returns the initial size of a segment.
     *
     * @return size in bytes
     */
    public long segmentBytes() {
        return segmentBytes;
    }

    long maxSegmentBytes() {
        return maxSegmentBytes;
    }

    Duration segmentFillTime() {
        return segmentFillTime;
    }

    int bufferBytes() {
        return bufferBytes;
    }

    /** Returns the maximum delay of a commit for more writers; zero if it is off. */
    boolean directWrites() {
        return directWrites;
    }

    Duration groupCommitDelay() {
        return groupCommitDelay ? groupCommitDelayMax : Duration.ZERO;
    }

    Duration linger() {
        return linger;
    }

    Duration syncTimeout() {
        return syncTimeout;
    }

    Duration segmentWaitTimeout() {
        return segmentWaitTimeout;
    }

    Duration retry() {
        return retry;
    }
}
