package org.underbase.htfs.record;

import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.InvalidSettingException;

/**
 * Limits of the trace directory besides its size.
 *
 * @param segments maximum number of segments of all processes
 * @param ageMillis maximum age of a segment that no process writes, in milliseconds; 0: unlimited
 * @param freeFraction minimum fraction of the file system that remains free, 0 to 1; 0 if {@code freeBytes} applies
 * @param freeBytes minimum free space of the file system, in bytes; 0 if {@code freeFraction} applies
 */
record DirectoryLimits(int segments, long ageMillis, double freeFraction, long freeBytes) {
    /**
     * Reads the limits.
     *
     * @param conf configuration to read
     * @return the limits
     * @throws IllegalArgumentException if a value is invalid; its message is one line
     */
    static DirectoryLimits of(Configuration conf) {
        // With a limit of 1, a second process could never record.
        int segments = (int) TraceKeys.MAX_SEGMENTS.number(conf, 2, Integer.MAX_VALUE);
        long age = TraceKeys.MAX_AGE.millis(conf);
        String free = TraceKeys.MIN_FREE.text(conf);
        try {
            return free.endsWith("%")
                    ? new DirectoryLimits(segments, age, percent(free) / 100, 0)
                    : new DirectoryLimits(segments, age, 0, TraceKeys.MIN_FREE.bytes(conf));
        } catch (IllegalArgumentException e) {
            InvalidSettingException invalid =
                    TraceKeys.MIN_FREE.invalid(free, "a size such as 10g, or a percentage from 0% to less than 100%");
            invalid.initCause(e);
            throw invalid;
        }
    }

    /** Whether any space must remain free. */
    boolean keepsFree() {
        return freeFraction > 0 || freeBytes > 0;
    }

    /** Returns the minimum free space of a file system of {@code total} bytes, in bytes. */
    long minFree(long total) {
        return freeFraction > 0 ? (long) Math.ceil(total * freeFraction) : freeBytes;
    }

    private static double percent(String free) {
        double percent = Double.parseDouble(free.substring(0, free.length() - 1));
        if (percent >= 0 && percent < 100) {
            return percent;
        }
        throw new IllegalArgumentException("not from 0 to less than 100: " + percent);
    }
}
