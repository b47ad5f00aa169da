package org.underbase.localcompact.soak;

import java.time.Duration;

/** Sizes, intervals and time limits of a soak. */
enum Scale {
    /** Many small tables; HDFS detects and repairs losses within seconds. */
    SMALL(128 << 10, 1500, 3, 5, 350, 200, 700, Duration.ofSeconds(15), Duration.ofMinutes(1), Duration.ofMinutes(4)),
    /** Tables of 1 GB with HDFS's default intervals and the default progress timeout. */
    LARGE(
            16 << 20,
            20_000,
            10,
            10,
            1600,
            60_000,
            70_000,
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15)),
    /** As {@link #LARGE}, with tables of 100 MB. */
    SLICE(
            16 << 20,
            2000,
            4,
            4,
            400,
            60_000,
            70_000,
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5));

    private final int block;
    private final int rows;
    private final int minFlushes;
    private final int maxFlushes;
    private final int writes;
    private final int minLength;
    private final int maxLength;
    private final Duration progressTimeout;
    private final Duration hit;
    private final Duration compacted;

    Scale(
            int block,
            int rows,
            int minFlushes,
            int maxFlushes,
            int writes,
            int minLength,
            int maxLength,
            Duration progressTimeout,
            Duration hit,
            Duration compacted) {
        this.block = block;
        this.rows = rows;
        this.minFlushes = minFlushes;
        this.maxFlushes = maxFlushes;
        this.writes = writes;
        this.minLength = minLength;
        this.maxLength = maxLength;
        this.progressTimeout = progressTimeout;
        this.hit = hit;
        this.compacted = compacted;
    }

    /** Returns whether tables are large. HDFS then has its default intervals and repairs losses later. */
    boolean isLarge() {
        return this != SMALL;
    }

    /** Returns the size of a block in bytes. */
    int block() {
        return block;
    }

    /** Returns the number of different row keys. */
    int rows() {
        return rows;
    }

    int minFlushes() {
        return minFlushes;
    }

    int maxFlushes() {
        return maxFlushes;
    }

    /** Returns the number of writes per flush. */
    int writes() {
        return writes;
    }

    /** Returns the minimum length of a value in bytes. */
    int minLength() {
        return minLength;
    }

    /** Returns the maximum length of a value in bytes. */
    int maxLength() {
        return maxLength;
    }

    /** Returns the progress timeout of merges and coordinators. */
    Duration progressTimeout() {
        return progressTimeout;
    }

    /** Returns the maximum time until a compaction meets its fault. */
    Duration hit() {
        return hit;
    }

    /** Returns the maximum time of a compaction with its repetitions. */
    Duration compacted() {
        return compacted;
    }
}
