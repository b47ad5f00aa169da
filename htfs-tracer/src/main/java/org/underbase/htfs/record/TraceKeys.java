package org.underbase.htfs.record;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

/** Configuration keys of the tracer, with their defaults. The control file and JMX change the live ones. */
public final class TraceKeys {
    /** Prefix of all keys; the control file may omit it. */
    static final String PREFIX = "underbase.trace.";

    public static final ConfigKey ENABLED = ConfigKey.of(
                    "underbase.trace.enabled",
                    "boolean",
                    "true",
                    "Whether calls are recorded. When false, a call costs a few nanoseconds more than an untraced one.")
            .asLive();
    public static final ConfigKey DIR = ConfigKey.of(
            "underbase.trace.dir",
            "path",
            "",
            "Absolute path of the local directory of the segments. It and all links on its path must belong to the user of"
                    + " the process or to root, and other users may write to it only if it is sticky (mode 1777). A missing"
                    + " one is created with mode 0750. Empty: underbase-trace-USER in hadoop.log.dir, hbase.log.dir or HADOOP_LOG_DIR. Without a log directory,"
                    + " or if that is temporary, nothing is recorded.");
    public static final ConfigKey LABEL = ConfigKey.of(
            "underbase.trace.label",
            "text",
            "",
            "Name of this process in its traces, such as regionserver-1. Empty: the name that the scripts of Hadoop and"
                    + " HBase give it by -Dproc_NAME, such as regionserver.");
    public static final ConfigKey SAMPLING = ConfigKey.of(
                    "underbase.trace.sampling",
                    "fraction",
                    "1.0",
                    "Fraction of all files whose calls are recorded, 0 to 1. A hash of the file's name and directory"
                            + " decides, so that each process records either all calls on a file or none.")
            .asLive();
    public static final ConfigKey RING_BYTES = ConfigKey.of(
            "underbase.trace.ring.bytes",
            "size",
            "",
            "Maximum memory for events that are not yet in a block; an event takes 48 bytes. Empty: 1/32 of the maximum"
                    + " heap, at most 64m.");
    public static final ConfigKey RING_MAX = ConfigKey.of(
            "underbase.trace.ring.max",
            "number",
            "4096",
            "Maximum number of threads with a dedicated ring buffer, which takes at least 25 KB. Further threads, and"
                    + " virtual threads, share four ring buffers under a lock. Dedicated ring buffers take at most a quarter of"
                    + " underbase.trace.ring.bytes.");
    public static final ConfigKey RING_FULL = ConfigKey.of(
                    "underbase.trace.ring.full",
                    "collapse, drop or block",
                    "collapse",
                    "What a call does when the memory for events is full. drop: drop its event, which is counted."
                            + " collapse: the same, but from half of the memory on, reads below 4 KiB that continue each"
                            + " other become one event. block: wait for memory until a deadline, then drop.")
            .asLive();
    public static final ConfigKey RING_BLOCK_DEADLINE = ConfigKey.of(
                    "underbase.trace.ring.block.deadline",
                    "duration",
                    "100ms",
                    "Maximum time that a call waits for memory with underbase.trace.ring.full=block. Later calls of its"
                            + " thread do not wait until there is memory again.")
            .asLive();
    public static final ConfigKey DRAIN_INTERVAL = ConfigKey.of(
            "underbase.trace.drain.interval",
            "duration",
            "100ms",
            "Interval at which the ring buffers are drained; a ring buffer with many events is drained at once.");
    public static final ConfigKey BLOCK_EVENTS = ConfigKey.of(
            "underbase.trace.block.events",
            "number",
            "65536",
            "Number of events after which a block is written, 1 to 131072.");
    public static final ConfigKey BLOCK_INTERVAL = ConfigKey.of(
            "underbase.trace.block.interval",
            "duration",
            "5s",
            "Age of a block's first event after which the block is written. Killing the process loses younger events.");
    public static final ConfigKey SEGMENT_BYTES = ConfigKey.of(
            "underbase.trace.segment.bytes", "size", "128m", "Maximum size of a segment; then the next one begins.");
    public static final ConfigKey MAX_BYTES = ConfigKey.of(
                    "underbase.trace.max.bytes",
                    "size",
                    "10g",
                    "Size limit of all segments of a user in the directory.")
            .asLive();
    public static final ConfigKey LIMIT_ACTION = ConfigKey.of(
                    "underbase.trace.limit.action",
                    "delete or stop",
                    "delete",
                    "What happens at the limits of size, number and free space: delete the oldest segments, or stop writing."
                            + " Both are counted and logged.")
            .asLive();
    public static final ConfigKey MAX_SEGMENTS = ConfigKey.of(
            "underbase.trace.max.segments",
            "number",
            "4096",
            "Maximum number of segments of a user in the directory, of all processes together, at least 2. Each short"
                    + " command leaves one of about 2 KB.");
    public static final ConfigKey MAX_AGE = ConfigKey.of(
            "underbase.trace.max.age",
            "duration",
            "30d",
            "Age after which a user's segment that no process writes is deleted, unless underbase.trace.limit.action is stop."
                    + " 0: unlimited.");
    public static final ConfigKey MIN_FREE = ConfigKey.of(
            "underbase.trace.min.free",
            "size or percentage",
            "5%",
            "Space on the file system of the directory that remains free for other programs, such as 10g or 5%. 0: none.");
    public static final ConfigKey FILES_MAX = ConfigKey.of(
            "underbase.trace.files.max",
            "number",
            "65536",
            "Maximum number of files whose identity is kept; the least recently used ones are evicted.");
    public static final ConfigKey TIMESTAMP_PRECISION = ConfigKey.of(
            "underbase.trace.timestamp.precision",
            "compact or exact",
            "compact",
            "Precision of times. compact: starts to the microsecond, durations to 0.4%. exact: both to the nanosecond, at"
                    + " about 2 bytes more per event.");
    public static final ConfigKey COMPRESSION_LEVEL = ConfigKey.of(
            "underbase.trace.compression.level",
            "number",
            "1",
            "Compression level of zstd, 1 to 19. Level 6 takes about 1.5 times the CPU time to encode an event, for"
                    + " traces of about the same size.");
    public static final ConfigKey CONTROL = ConfigKey.of(
            "underbase.trace.control",
            "path",
            "",
            "File of key=value lines that changes the live keys of a running process. It, its directory and all links on its path"
                    + " must belong to the user of the process or to root, and other users must not be able to write to it."
                    + " Empty: the file control in the trace directory.");
    public static final ConfigKey CONTROL_INTERVAL = ConfigKey.of(
            "underbase.trace.control.interval", "duration", "1s", "Interval at which the control file is checked.");
    public static final ConfigKey HASH = ConfigKey.of(
            "underbase.trace.hash",
            "boolean",
            "false",
            "Whether names are recorded only as keyed hashes (HMAC-SHA-256): path components, users, thread names and"
                    + " the text of details. Requires a secret; without one nothing is recorded.");

    /** Its name ends with {@code secret}, so that Hadoop's {@code hadoop.security.sensitive-config-keys} match it. */
    public static final ConfigKey HASH_SECRET = ConfigKey.of(
            "underbase.trace.hash.secret",
            "secret",
            "",
            "Secret of the hashes. The credential provider (hadoop.security.credential.provider.path) takes precedence."
                    + " The /conf pages and logs of Hadoop's daemons do not show it.");

    public static final ConfigKey HASH_SECRET_FILE = ConfigKey.of(
            "underbase.trace.hash.secret.file",
            "path",
            "",
            "Local file whose bytes are the secret, as an alternative to underbase.trace.hash.secret. It, its directory and"
                    + " all links on its path must belong to the user of the process or to root. Only its group may also read it"
                    + " (mode 0640 or less).");

    private static final List<ConfigKey> ALL = List.of(
            ENABLED,
            DIR,
            LABEL,
            SAMPLING,
            RING_BYTES,
            RING_MAX,
            RING_FULL,
            RING_BLOCK_DEADLINE,
            DRAIN_INTERVAL,
            BLOCK_EVENTS,
            BLOCK_INTERVAL,
            SEGMENT_BYTES,
            MAX_BYTES,
            LIMIT_ACTION,
            MAX_SEGMENTS,
            MAX_AGE,
            MIN_FREE,
            FILES_MAX,
            TIMESTAMP_PRECISION,
            COMPRESSION_LEVEL,
            CONTROL,
            CONTROL_INTERVAL,
            HASH,
            HASH_SECRET,
            HASH_SECRET_FILE);

    private TraceKeys() {}

    /**
     * Reads a path. A relative one would depend on the working directory, and an address such as {@code hdfs://nn/x} would be
     * a relative path.
     *
     * @param key a key of a path that is set
     * @param conf configuration to read
     * @return the absolute path
     * @throws InvalidSettingException if it is not the absolute path of a local file
     */
    static Path path(ConfigKey key, Configuration conf) {
        String text = key.text(conf);
        try {
            Path path = Path.of(text);
            // Hadoop leaves an undefined variable as it is.
            if (path.isAbsolute() && !text.contains("${")) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw notLocal(key, text);
        }
        throw notLocal(key, text);
    }

    private static InvalidSettingException notLocal(ConfigKey key, String text) {
        return key.invalid(text, "an absolute local path without a scheme and without undefined variables");
    }

    /** Returns all keys, in the order of the reference. */
    public static List<ConfigKey> all() {
        return ALL;
    }
}
