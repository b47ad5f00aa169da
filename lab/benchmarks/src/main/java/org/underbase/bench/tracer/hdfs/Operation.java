package org.underbase.bench.tracer.hdfs;

/** What a slice does. */
enum Operation {
    /** One file from its beginning, in calls of 64 KiB. */
    WRITE("write", "sequential write", 64 << 10, 1),
    /** One file from its beginning, in calls of 64 KiB, and again. */
    READ("read", "sequential read", 64 << 10, 1),
    /** Random places of one file, 4 KiB each, by several threads through one open stream. */
    PREAD("pread", "random 4 KiB pread", 4 << 10, 4);

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

    /** The name of the benchmark's part. */
    String part() {
        return part;
    }

    String title() {
        return title;
    }

    /** Bytes asked for by a call. TestDFSIO asks for 1,000,000: with smaller calls there are more events. */
    int callBytes() {
        return callBytes;
    }

    int threads() {
        return threads;
    }
}
