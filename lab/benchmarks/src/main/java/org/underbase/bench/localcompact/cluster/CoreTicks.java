package org.underbase.bench.localcompact.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Time of the machine's processors since boot, or in an interval.
 *
 * @param busy time in which they worked, in ticks
 * @param total time of all processors, in ticks
 */
public record CoreTicks(long busy, long total) {
    /** Positions in the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static final int IDLE = 4;

    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    /** Reads the ticks since boot. */
    public static CoreTicks now() throws IOException {
        List<String> fields =
                List.of(Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1));
        long total = 0;
        long idle = 0;
        for (int field = 1; field <= STEAL; field++) {
            long ticks = Long.parseLong(fields.get(field));
            total += ticks;
            idle += field == IDLE || field == IO_WAIT ? ticks : 0;
        }
        return new CoreTicks(total - idle, total);
    }

    /**
     * Returns the time since an earlier read.
     *
     * @param earlier the earlier read
     */
    CoreTicks minus(CoreTicks earlier) {
        return new CoreTicks(busy - earlier.busy, total - earlier.total);
    }

    /** Returns the busy fraction of all processors. */
    public double busyFraction() {
        return (double) busy / Math.max(1, total);
    }
}
