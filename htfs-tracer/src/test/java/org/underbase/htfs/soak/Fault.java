package org.underbase.htfs.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.underbase.htfs.record.TracerMXBean;
import org.underbase.testbed.Await;

/** State of the disk of the traces, or of the process itself. */
enum Fault {
    NONE("", 70),
    ENOSPC("28", 10),
    EIO("5", 10),
    /** A write never returns. */
    HUNG("0", 2),
    /** Kill with signal 9 at a random time. */
    KILL("", 8);

    /** The oldest unwritten event is older than any on a disk that works, which has the block interval of 5 s. */
    private static final long HUNG_MILLIS = 6_000;

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final String number;
    private final int share;

    /**
     * Creates a fault.
     *
     * @param number errno, 0 for a hang, empty for a healthy disk
     * @param share processes of a hundred with this fault
     */
    Fault(String number, int share) {
        this.number = number;
        this.share = share;
    }

    boolean ofDisk() {
        return !number.isEmpty();
    }

    /**
     * Waits until the fault has reached the tracer of this process, which has recorded events.
     *
     * @return the witness: written events, failed writes or the age of the oldest unwritten event in milliseconds; positive
     * @throws IOException if it does not reach the tracer
     */
    long awaitEffect(TracerMXBean tracer) throws IOException {
        long[] effect = new long[1];
        Await.until(
                "an effect of " + this,
                LIMIT,
                () -> tracer.getEventsWritten() + " events written, " + tracer.getWriteErrors() + " writes failed, lag "
                        + tracer.getLagMillis() + " ms",
                () -> (effect[0] = effect(tracer)) > 0);
        return effect[0];
    }

    private long effect(TracerMXBean tracer) {
        return switch (this) {
            case NONE, KILL -> tracer.flush() ? tracer.getEventsWritten() : 0;
            case ENOSPC, EIO -> tracer.flush() ? 0 : tracer.getWriteErrors();
            case HUNG -> tracer.getLagMillis() < HUNG_MILLIS ? 0 : tracer.getLagMillis();
        };
    }

    /**
     * Selects a fault.
     *
     * @param percent 0 to 99
     */
    static Fault of(int percent) {
        int left = percent;
        for (Fault fault : values()) {
            left -= fault.share;
            if (left < 0) {
                return fault;
            }
        }
        throw new IllegalArgumentException("not below 100: " + percent);
    }

    /**
     * Returns the environment of a process with this fault.
     *
     * @param library library of {@code faults.c}
     * @param traces directory on the failing disk
     * @param bytes number of bytes that can be written before
     */
    Map<String, String> environment(Path library, Path traces, int bytes) {
        return ofDisk()
                ? Map.of(
                        "LD_PRELOAD", library.toString(),
                        "UNDERBASE_FAULT", number,
                        "UNDERBASE_FAULT_DIRECTORY", traces.toString(),
                        "UNDERBASE_FAULT_AFTER", Integer.toString(bytes))
                : Map.of();
    }
}
