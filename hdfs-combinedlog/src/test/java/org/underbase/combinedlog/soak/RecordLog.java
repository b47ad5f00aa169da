package org.underbase.combinedlog.soak;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.underbase.combinedlog.client.LogPosition;

/**
 * State of a log of {@code org.underbase.combinedlog.client} as its writer observes it, frozen at the crash of the round. The content
 * of a record is a function of the log's seed and the record's number. Thread-safe.
 */
final class RecordLog {
    private static final int LONGEST = 3000;
    private static final int LARGE = 200_000;
    private static final int LARGE_EVERY = 50;

    private final Path path;
    private final long seed;
    private boolean created;
    private long acknowledged;
    private long checked;
    private boolean crashed;

    RecordLog(Path path, long seed) {
        this.path = path;
        this.seed = seed;
    }

    Path path() {
        return path;
    }

    ByteBuffer record(long sequence) {
        Random random = new Random(seed + sequence);
        byte[] bytes = new byte[random.nextInt(LARGE_EVERY) == 0 ? random.nextInt(LARGE) : random.nextInt(LONGEST)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    synchronized void created() {
        created |= !crashed;
    }

    /** Whether the creation was acknowledged. */
    synchronized boolean isCreated() {
        return created;
    }

    synchronized void acknowledged(LogPosition position) {
        if (!crashed) {
            acknowledged = Math.max(acknowledged, position.sequence() + 1);
        }
    }

    /** Returns the number of acknowledged records. */
    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized void checked(long records) {
        checked = records;
    }

    /** Returns the number of records at the last check. */
    synchronized long checked() {
        return checked;
    }

    synchronized void crash() {
        crashed = true;
    }

    @Override
    public synchronized String toString() {
        return "log " + path + " (seed " + seed + ", " + acknowledged + " records acknowledged)";
    }
}
