package org.underbase.combinedlog.conf;

import java.util.List;
import org.underbase.operator.config.ConfigKey;

/**
 * Configuration keys of the combined log. DataNodes read them at their start. Live ones can be changed until the next start by
 * {@code underbase combinedlog datanode set}.
 */
public final class CombinedLogKeys {
    /** Directory of the journal. */
    public static final ConfigKey DIR = ConfigKey.of(
            "dfs.datanode.combinedlog.dir",
            "path",
            "",
            "Local directory of the journal, an absolute path. On a dedicated disk, no write of data comes between two commits."
                    + " Empty: combinedlog in the first data directory that is a local path.");

    /** Number of segments. */
    public static final ConfigKey SEGMENTS = ConfigKey.of(
            "dfs.datanode.combinedlog.segments",
            "number",
            "4",
            "Number of segments of the journal, 3 to 64. One is being written, the others are free or wait for their"
                    + " checkpoint.");

    /** Initial size of segments. */
    public static final ConfigKey SEGMENT_SIZE = ConfigKey.of(
            "dfs.datanode.combinedlog.segment.size",
            "size",
            "64m",
            "Size of a new segment, 64k to 16g. The DataNode fills it with zeros when it creates it.");

    /** Maximum size of segments. */
    public static final ConfigKey SEGMENT_MAX = ConfigKey.of(
                    "dfs.datanode.combinedlog.segment.max",
                    "size",
                    "512m",
                    "Maximum size of a segment, 64k to 16g. Segments double up to this size while they fill faster than"
                            + " segment.fill.time.")
            .asLive();

    /** Minimum time in which a segment fills. */
    public static final ConfigKey SEGMENT_FILL_TIME = ConfigKey.of(
                    "dfs.datanode.combinedlog.segment.fill.time",
                    "duration",
                    "60s",
                    "Minimum time in which a segment should fill: each full segment costs a checkpoint, a few fsyncs per WAL.")
            .asLive();

    /** Maximum number of bytes that one sync records. */
    public static final ConfigKey SYNC_MAX_BYTES = ConfigKey.of(
                    "dfs.datanode.combinedlog.sync.max.bytes",
                    "size",
                    "256k",
                    "Maximum number of new bytes of an hsync that goes to the journal. A larger hsync fsyncs the block files, as in"
                            + " stock HDFS, so that bulk writers do not write twice.")
            .asLive();

    /** Whether commits wait for more writers. */
    public static final ConfigKey GROUP_COMMIT_DELAY = ConfigKey.of(
                    "dfs.datanode.combinedlog.group-commit.delay.enabled",
                    "boolean",
                    "true",
                    "Whether a commit waits for the writers of the two commits before it, for at most a quarter of the last fsync and at"
                            + " most group-commit.delay.max. Applies only if fsyncs take over 1 ms and there are several writers.")
            .asLive();

    /** Maximum delay of a commit for more writers. */
    public static final ConfigKey GROUP_COMMIT_DELAY_MAX = ConfigKey.of(
                    "dfs.datanode.combinedlog.group-commit.delay.max",
                    "duration",
                    "4ms",
                    "Maximum time a commit waits for more writers, 0ms to 1s; it never waits longer than a quarter of the last fsync.")
            .asLive();

    /** Delay of records that no thread waits for. */
    public static final ConfigKey COMMIT_INTERVAL = ConfigKey.of(
                    "dfs.datanode.combinedlog.commit.interval",
                    "duration",
                    "200ms",
                    "Maximum time until a record is written although no client waits for it, such as that of a deletion, 1ms to 10s."
                            + " A shorter interval costs more commits.")
            .asLive();

    /** Size of the buffers. */
    public static final ConfigKey BUFFER_SIZE = ConfigKey.of(
            "dfs.datanode.combinedlog.buffer.size",
            "size",
            "4m",
            "Size of each of the two buffers in memory, 16k to 256m, and at most a quarter of segment.size. A commit writes one"
                    + " buffer; an hsync of more than about half of a buffer fsyncs the block files.");

    /** Maximum wait for the disk of the journal. */
    public static final ConfigKey SYNC_TIMEOUT = ConfigKey.of(
                    "dfs.datanode.combinedlog.sync.timeout",
                    "duration",
                    "20s",
                    "Maximum time an hsync waits for the disk of the journal, 100ms to 1h. Then the journal counts as failed, and hsyncs"
                            + " fsync the block files, as in stock HDFS, until the DataNode is restarted. Must be shorter than the"
                            + " dfs.client.socket-timeout of the clients, 60s by default. Pauses of the JVM do not count.")
            .asLive();

    /** Maximum wait for a free segment. */
    public static final ConfigKey SEGMENT_WAIT_TIMEOUT = ConfigKey.of(
                    "dfs.datanode.combinedlog.segment.wait.timeout",
                    "duration",
                    "500ms",
                    "Maximum time an hsync waits for a free segment before it fsyncs the block files, as in stock HDFS.")
            .asLive();

    /** Delay before a failed checkpoint is repeated. */
    public static final ConfigKey CHECKPOINT_RETRY = ConfigKey.of(
                    "dfs.datanode.combinedlog.checkpoint.retry",
                    "duration",
                    "1s",
                    "Delay before a checkpoint is repeated after the fsync of a block file failed. After three failures, the DataNode"
                            + " reports the replica as bad.")
            .asLive();

    private CombinedLogKeys() {}

    /**
     * Returns all keys.
     *
     * @return keys in the order of the reference
     */
    public static List<ConfigKey> all() {
        return List.of(
                DIR,
                SEGMENTS,
                SEGMENT_SIZE,
                SEGMENT_MAX,
                SEGMENT_FILL_TIME,
                SYNC_MAX_BYTES,
                GROUP_COMMIT_DELAY,
                GROUP_COMMIT_DELAY_MAX,
                COMMIT_INTERVAL,
                BUFFER_SIZE,
                SYNC_TIMEOUT,
                SEGMENT_WAIT_TIMEOUT,
                CHECKPOINT_RETRY);
    }
}
