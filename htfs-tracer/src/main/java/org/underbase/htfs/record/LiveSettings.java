package org.underbase.htfs.record;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.operator.config.ConfigKey;

/**
 * Settings that the control file and JMX change while the process runs.
 *
 * @param on whether calls are recorded
 * @param sampling fraction of all files that is recorded, in units of 1 / 2^32; 2^32 is all
 * @param full action of a call when the memory for unwritten events is full
 * @param deadlineNanos maximum time that a call waits for memory, in nanoseconds
 * @param maxBytes size limit of the directory, in bytes
 * @param stop whether writing stops at the size limit; otherwise the oldest segments are deleted
 */
record LiveSettings(boolean on, long sampling, Full full, long deadlineNanos, long maxBytes, boolean stop) {
    /** Action of a call when the memory for unwritten events is full. */
    enum Full {
        /** Combine small reads while memory is scarce, and drop the event when it is full. */
        COLLAPSE,
        DROP,
        BLOCK;

        /** Returns the value of the key. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads the settings.
     *
     * @param conf configuration to read
     * @return the settings
     * @throws IllegalArgumentException if a value is invalid; its message is one line
     */
    static LiveSettings of(Configuration conf) {
        return new LiveSettings(
                TraceKeys.ENABLED.flag(conf),
                sampling(conf),
                full(conf),
                deadline(conf),
                maxBytes(conf),
                is("stop", TraceKeys.LIMIT_ACTION, "delete", conf));
    }

    /**
     * Copies these settings with one changed.
     *
     * @param key name of a live key
     * @param value its new value
     * @return the copy
     * @throws IllegalArgumentException if the key is not live or the value is invalid; its message is one line
     */
    LiveSettings with(String key, String value) {
        Configuration conf = new Configuration(false);
        conf.set(key, value);
        if (key.equals(TraceKeys.ENABLED.name())) {
            return new LiveSettings(TraceKeys.ENABLED.flag(conf), sampling, full, deadlineNanos, maxBytes, stop);
        } else if (key.equals(TraceKeys.SAMPLING.name())) {
            return new LiveSettings(on, sampling(conf), full, deadlineNanos, maxBytes, stop);
        } else if (key.equals(TraceKeys.RING_FULL.name())) {
            return new LiveSettings(on, sampling, full(conf), deadlineNanos, maxBytes, stop);
        } else if (key.equals(TraceKeys.RING_BLOCK_DEADLINE.name())) {
            return new LiveSettings(on, sampling, full, deadline(conf), maxBytes, stop);
        } else if (key.equals(TraceKeys.MAX_BYTES.name())) {
            return new LiveSettings(on, sampling, full, deadlineNanos, maxBytes(conf), stop);
        } else if (key.equals(TraceKeys.LIMIT_ACTION.name())) {
            boolean stops = is("stop", TraceKeys.LIMIT_ACTION, "delete", conf);
            return new LiveSettings(on, sampling, full, deadlineNanos, maxBytes, stops);
        }
        throw new IllegalArgumentException(key + " is not a live key: restart the process to change it");
    }

    /** Returns the settings as lines of the control file, joined by commas. */
    @Override
    public String toString() {
        return "enabled=" + on + ", sampling=" + fraction() + ", ring.full=" + full.label() + ", ring.block.deadline="
                + TimeUnit.NANOSECONDS.toMillis(deadlineNanos) + "ms, max.bytes=" + maxBytes + ", limit.action="
                + (stop ? "stop" : "delete");
    }

    /** Returns the sampling as a fraction, 0 to 1. */
    double fraction() {
        return sampling / (double) BlockHeader.ALL;
    }

    private static long sampling(Configuration conf) {
        return Math.round(TraceKeys.SAMPLING.decimal(conf, 0, 1) * BlockHeader.ALL);
    }

    private static long maxBytes(Configuration conf) {
        return TraceKeys.MAX_BYTES.bytes(conf, 1, Long.MAX_VALUE);
    }

    private static Full full(Configuration conf) {
        List<String> labels = Arrays.stream(Full.values()).map(Full::label).toList();
        return Full.valueOf(TraceKeys.RING_FULL.choice(conf, labels).toUpperCase(Locale.ROOT));
    }

    private static long deadline(Configuration conf) {
        return TimeUnit.MILLISECONDS.toNanos(TraceKeys.RING_BLOCK_DEADLINE.millis(conf, 0, Long.MAX_VALUE));
    }

    private static boolean is(String word, ConfigKey key, String other, Configuration conf) {
        return key.choice(conf, List.of(word, other)).equals(word);
    }
}
