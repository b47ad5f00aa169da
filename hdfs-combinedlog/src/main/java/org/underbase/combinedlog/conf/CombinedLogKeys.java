package org.underbase.combinedlog.conf;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

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
                    "Minimum time in which a segment should fill, 0ms to 1d: each full segment costs a checkpoint, a few fsyncs per"
                            + " WAL.")
            .asLive();

    /** Maximum number of bytes that one sync records. */
    public static final ConfigKey SYNC_MAX_BYTES = ConfigKey.of(
                    "dfs.datanode.combinedlog.sync.max.bytes",
                    "size",
                    "256k",
                    "Maximum number of new bytes of an hsync that goes to the journal. A larger hsync fsyncs the block files, as in"
                            + " stock HDFS, so that bulk writers do not write twice. 0: every hsync fsyncs the block files.")
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

    /** Whether commits bypass the page cache. */
    public static final ConfigKey DIRECT_WRITES = ConfigKey.of(
                    "dfs.datanode.combinedlog.direct-writes.enabled",
                    "boolean",
                    "true",
                    "Whether a commit is one write that bypasses the page cache (O_DIRECT and O_DSYNC), if the file system permits it,"
                            + " and otherwise a write and an fsync. The metric DirectCommits counts the former.")
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

    /** Storage types whose hsyncs go to the journal. */
    public static final ConfigKey STORAGE_TYPES = ConfigKey.of(
            "dfs.datanode.combinedlog.storage.types",
            "list",
            "",
            "Storage types of the data directories whose hsyncs go to the journal; on other types, hsyncs are those of stock HDFS."
                    + " Directories select a type by a storage policy, such as ALL_SSD. Empty: all types on disk.");

    /** Storage types on which hflush is durable. */
    public static final ConfigKey DURABLE_HFLUSH = ConfigKey.of(
            "dfs.datanode.combinedlog.hflush.durable.storage.types",
            "list",
            "",
            "Storage types of the data directories on which an hflush is as durable as an hsync: a packet is acknowledged when it"
                    + " is on disk. Directories opt in by a storage policy, such as ALL_NVDIMM. Clients read this key in"
                    + " `underbase combinedlog directory`. Empty: none.");

    /** Maximum wait for the disk of the journal. */
    public static final ConfigKey SYNC_TIMEOUT = ConfigKey.of(
                    "dfs.datanode.combinedlog.sync.timeout",
                    "duration",
                    "20s",
                    "Maximum time from the request of a commit to its end, 100ms to 1h. Then the journal counts as failed, and hsyncs fsync"
                            + " the block files, as in stock HDFS, until the DataNode is restarted. The DataNodes of a pipeline count"
                            + " from about the same time. Must be shorter than the dfs.client.socket-timeout of the clients, 60s by"
                            + " default. Pauses of the JVM do not count.")
            .asLive();

    /** Maximum wait for a free segment. */
    public static final ConfigKey SEGMENT_WAIT_TIMEOUT = ConfigKey.of(
                    "dfs.datanode.combinedlog.segment.wait.timeout",
                    "duration",
                    "500ms",
                    "Maximum time an hsync waits for a free segment before it fsyncs the block files, as in stock HDFS; 0ms to 1h. Must"
                            + " be shorter than the dfs.client.socket-timeout of the clients, 60s by default.")
            .asLive();

    /** Delay before a failed checkpoint is repeated. */
    public static final ConfigKey CHECKPOINT_RETRY = ConfigKey.of(
                    "dfs.datanode.combinedlog.checkpoint.retry",
                    "duration",
                    "1s",
                    "Delay before a checkpoint is repeated after the fsync of a block file failed, 1ms to 1h. After three failures, the DataNode"
                            + " reports the replica as bad.")
            .asLive();

    /** Whether a replay syncs file systems. */
    public static final ConfigKey REPLAY_SYNC = ConfigKey.of(
            "dfs.datanode.combinedlog.replay.sync.enabled",
            "boolean",
            "true",
            "Whether a replay syncs the file systems of the data directories (Linux 5.8 or later, ext4 or XFS, GNU coreutils)"
                    + " instead of each replica. Set it to false if several DataNodes, or other programs that call syncfs,"
                    + " use the same file system: a sync receives the I/O errors of all files.");

    private CombinedLogKeys() {}

    /**
     * Reads the modes of the storage types.
     *
     * @param conf configuration of a DataNode, or of a client with the same keys
     * @return modes
     * @throws InvalidSettingException if a value is invalid
     */
    public static StorageModes storageModes(Configuration conf) {
        Set<StorageType> journaled = storageTypes(STORAGE_TYPES, conf);
        Set<StorageType> durable = storageTypes(DURABLE_HFLUSH, conf);
        if (!journaled.isEmpty() && !journaled.containsAll(durable)) {
            throw DURABLE_HFLUSH.invalid(
                    DURABLE_HFLUSH.text(conf), "a part of " + STORAGE_TYPES.name() + "=" + STORAGE_TYPES.text(conf));
        }
        return new StorageModes(journaled, durable);
    }

    private static Set<StorageType> storageTypes(ConfigKey key, Configuration conf) {
        Set<StorageType> types = EnumSet.noneOf(StorageType.class);
        for (String name : key.list(conf)) {
            types.add(Arrays.stream(StorageType.values())
                    .filter(type -> type.name().equalsIgnoreCase(name) && StorageModes.isOnDisk(type))
                    .findFirst()
                    .orElseThrow(() -> key.invalid(name, "a list of storage types on disk, such as NVDIMM,SSD")));
        }
        return types;
    }

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
                DIRECT_WRITES,
                COMMIT_INTERVAL,
                BUFFER_SIZE,
                STORAGE_TYPES,
                DURABLE_HFLUSH,
                SYNC_TIMEOUT,
                SEGMENT_WAIT_TIMEOUT,
                CHECKPOINT_RETRY,
                REPLAY_SYNC);
    }
}
