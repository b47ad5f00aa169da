package org.underbase.htfs.record;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;
import org.underbase.htfs.format.Precision;

/** The settings that stay as they were when the tracer started. */
record Settings(
        Path dir,
        String label,
        int ringEvents,
        int ringMax,
        long drainNanos,
        int blockEvents,
        long blockNanos,
        long segmentBytes,
        int filesMax,
        int level,
        Precision precision,
        Path control,
        long controlNanos) {

    /** The settings of {@code conf}. Throws {@link IllegalArgumentException} with one clear line. */
    static Settings of(Configuration conf) {
        Path dir = dir(conf);
        String control = conf.getTrimmed(TraceKeys.CONTROL.name(), "");
        int events = (int) number(conf, TraceKeys.RING_EVENTS, 2, 1 << 22);
        if (Integer.bitCount(events) != 1) {
            throw new IllegalArgumentException(TraceKeys.RING_EVENTS.name() + " must be a power of two, not " + events);
        }
        return new Settings(
                dir,
                conf.getTrimmed(TraceKeys.LABEL.name(), ""),
                events,
                (int) number(conf, TraceKeys.RING_MAX, 0, 1 << 16),
                duration(conf, TraceKeys.DRAIN_INTERVAL),
                (int) number(conf, TraceKeys.BLOCK_EVENTS, 1, 1 << 17),
                duration(conf, TraceKeys.BLOCK_INTERVAL),
                size(
                        TraceKeys.SEGMENT_BYTES.name(),
                        conf.getTrimmed(TraceKeys.SEGMENT_BYTES.name(), TraceKeys.SEGMENT_BYTES.defaultValue())),
                (int) number(conf, TraceKeys.FILES_MAX, 16, 1 << 24),
                (int) number(conf, TraceKeys.COMPRESSION_LEVEL, 1, 19),
                precision(conf),
                control.isEmpty() ? dir.resolve("control") : Path.of(control),
                duration(conf, TraceKeys.CONTROL_INTERVAL));
    }

    /** A size such as {@code 128m}; throws {@link IllegalArgumentException} with one clear line. */
    static long size(String key, String text) {
        try {
            long bytes = StringUtils.TraditionalBinaryPrefix.string2long(text);
            if (bytes > 0) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + " must be a size such as 128m, not " + text, e);
        }
        throw new IllegalArgumentException(key + " must be a size above 0 such as 128m, not " + text);
    }

    private static Precision precision(Configuration conf) {
        String times = conf.getTrimmed(TraceKeys.TIMES.name(), TraceKeys.TIMES.defaultValue());
        return switch (times) {
            case "compact" -> Precision.COMPACT;
            case "exact" -> Precision.EXACT;
            default ->
                throw new IllegalArgumentException(TraceKeys.TIMES.name() + " must be compact or exact, not " + times);
        };
    }

    private static Path dir(Configuration conf) {
        String dir = conf.getTrimmed(TraceKeys.DIR.name(), "");
        if (!dir.isEmpty()) {
            return Path.of(dir);
        }
        String logs = System.getProperty("hadoop.log.dir", System.getenv().getOrDefault("HADOOP_LOG_DIR", ""));
        return Path.of(logs.isEmpty() ? System.getProperty("java.io.tmpdir") : logs, "underbase-trace");
    }

    private static long number(Configuration conf, TraceKey key, long min, long max) {
        String text = conf.getTrimmed(key.name(), key.defaultValue());
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key.name() + " must be a number, not " + text, e);
        }
        throw new IllegalArgumentException(key.name() + " must be " + min + " to " + max + ", not " + text);
    }

    private static long duration(Configuration conf, TraceKey key) {
        String text = conf.getTrimmed(key.name(), key.defaultValue());
        try {
            long nanos = conf.getTimeDurationHelper(key.name(), text, TimeUnit.NANOSECONDS);
            if (nanos > 0) {
                return nanos;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key.name() + " must be a duration such as 5s, not " + text, e);
        }
        throw new IllegalArgumentException(key.name() + " must be a duration above 0, not " + text);
    }
}
