package org.underbase.bench.tracer.hdfs;

/** Operation of a slice. */
enum Operation {
    /** Writes a file sequentially in calls of 64 KiB. */
    WRITE("write", "sequential write", 64 << 10, 1),
    /** Reads a file sequentially and repeatedly in calls of 64 KiB. */
    READ("read", "sequential read", 64 << 10, 1),
    /** Reads 4 KiB at random offsets of a file by several threads that share a stream. */
    PREAD("pread", "random 4 KiB pread", 4 << 10, 4),
    /** Records an event after it has evicted the processor's caches; it calls nothing. */
    COLD_EVENT("cold", "event in cold caches", 4 << 10, 1),
    /** The same with the event's two clock reads only. */
    COLD_CLOCK("cold", "two clock reads in cold caches", 0, 1);

    private final String part;
    private final String title;
    private final int callBytes;
    private final int threads;

    Operation(String part, String title, int callBytes, int threads) {
        this.part = part;
        this.title = title;
        this.callBytes = callBytes;
        this.threads = threads;
    }

    /** Returns the name of the benchmark's part. */
    String part() {
        return part;
    }

    String title() {
        return title;
    }

    /** Returns whether calls do something without the tracer, so that its cost is a ratio. */
    boolean real() {
        return this != COLD_EVENT && this != COLD_CLOCK;
    }

    /** Returns the bytes per call. TestDFSIO uses 1,000,000; smaller calls cause more events. */
    int callBytes() {
        return callBytes;
    }

    int threads() {
        return threads;
    }
}
