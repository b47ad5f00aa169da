package org.underbase.htfs.record;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Precision;
import org.underbase.operator.config.ConfigKey;

/**
 * Settings that a running tracer does not change. {@link TraceKeys} documents each.
 *
 * @param dir directory of the segments
 * @param label name of the process in its traces
 * @param ringBytes maximum size of all rings, in bytes
 * @param ringMax maximum number of rings that belong to one thread
 * @param drainNanos interval between drains, in nanoseconds
 * @param blockEvents maximum size of a block, in events
 * @param blockNanos maximum age of a block, in nanoseconds
 * @param segmentBytes maximum size of a segment, in bytes
 * @param limits limits of the directory besides its size
 * @param filesMax maximum number of files in the file table
 * @param level compression level of zstd
 * @param precision precision of times
 * @param control path of the control file
 * @param controlNanos interval between checks of the control file, in nanoseconds
 */
record Settings(
        Path dir,
        String label,
        long ringBytes,
        int ringMax,
        long drainNanos,
        int blockEvents,
        long blockNanos,
        long segmentBytes,
        DirectoryLimits limits,
        int filesMax,
        int level,
        Precision precision,
        Path control,
        long controlNanos) {
    private static final long DEFAULT_RING_BYTES = 64L << 20;
    private static final int MAX_LABEL = 1000;

    /**
     * Reads the settings.
     *
     * @param conf configuration to read
     * @return the settings
     * @throws IllegalArgumentException if a value is invalid; its message is one line
     */
    static Settings of(Configuration conf) {
        Path dir = dir(conf);
        String control = TraceKeys.CONTROL.text(conf);
        return new Settings(
                dir,
                label(conf),
                ringBytes(conf),
                (int) TraceKeys.RING_MAX.number(conf, 0, 1 << 16),
                nanos(TraceKeys.DRAIN_INTERVAL, conf),
                (int) TraceKeys.BLOCK_EVENTS.number(conf, 1, 1 << 17),
                nanos(TraceKeys.BLOCK_INTERVAL, conf),
                TraceKeys.SEGMENT_BYTES.bytes(conf, 1, Long.MAX_VALUE),
                DirectoryLimits.of(conf),
                (int) TraceKeys.FILES_MAX.number(conf, 16, 1 << 24),
                (int) TraceKeys.COMPRESSION_LEVEL.number(conf, 1, 19),
                TraceKeys.TIMESTAMP_PRECISION
                                .choice(conf, List.of("compact", "exact"))
                                .equals("exact")
                        ? Precision.EXACT
                        : Precision.COMPACT,
                control.isEmpty() ? dir.resolve("control") : TraceKeys.path(TraceKeys.CONTROL, conf),
                nanos(TraceKeys.CONTROL_INTERVAL, conf));
    }

    private static long ringBytes(Configuration conf) {
        return TraceKeys.RING_BYTES.text(conf).isEmpty()
                ? Math.min(DEFAULT_RING_BYTES, Runtime.getRuntime().maxMemory() / 32)
                : TraceKeys.RING_BYTES.bytes(conf, 1, 1L << 36);
    }

    private static long nanos(ConfigKey key, Configuration conf) {
        return TimeUnit.MILLISECONDS.toNanos(key.millis(conf, 1, Long.MAX_VALUE));
    }

    /** Each block repeats the label, so that its length is limited. */
    private static String label(Configuration conf) {
        String label = TraceKeys.LABEL.text(conf);
        if (label.isEmpty()) {
            return ProcessKind.processName().orElse("");
        }
        if (label.length() > MAX_LABEL) {
            throw TraceKeys.LABEL.invalid(label, "at most " + MAX_LABEL + " characters long");
        }
        return label;
    }

    private static Path dir(Configuration conf) {
        return TraceKeys.DIR.text(conf).isEmpty()
                ? DefaultDirectory.of(System::getProperty, System::getenv)
                : TraceKeys.path(TraceKeys.DIR, conf);
    }
}
