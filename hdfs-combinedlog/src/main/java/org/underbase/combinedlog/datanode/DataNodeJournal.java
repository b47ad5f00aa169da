package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.combinedlog.journal.PrivateFiles;

/**
 * Journal of a DataNode, from its replay to its end.
 *
 * <p>A DataNode that a signal stops does not stop its dataset. A shutdown hook therefore ends the journal, so that a clean stop
 * leaves the same files as a stock DataNode.
 */
public final class DataNodeJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    private static final int BUFFER = 4 << 20;
    private static final int PAGE = 4096;
    private static final long MIN_SEGMENT = 64 << 10;
    private static final long MAX_SEGMENT = 16L << 30;
    private static final long MIN_TIMEOUT = 100;
    private static final long MAX_TIMEOUT = 3_600_000;
    /** The hook runs before the file systems are closed and the block pools save their used space. */
    private static final int HOOK_PRIORITY = 35;

    private static final long HOOK_MINUTES = 10;

    private final Supplier<Map<String, Path>> storages;
    private final Journal<BlockKey> journal;
    private final BlockLog log;
    private final JournalMarker marker;
    private final JournalMetrics metrics;
    private final String metricsName;
    private final Runnable hook = this::endByHook;
    private final CountDownLatch invalidated = new CountDownLatch(1);
    /** Counted down when the journal fails or ends. */
    private final CountDownLatch over = new CountDownLatch(1);

    /** Cause of the journal's failure; null if it has not failed. */
    private volatile IOException failure;

    private volatile boolean working = true;
    private boolean ended;
    private String cacheRoot = "";
    /** Storages that the DataNode must not use, by storage ID. */
    private final Map<String, IOException> failedStorages = new ConcurrentHashMap<>();

    private DataNodeJournal(
            Journal<BlockKey> journal,
            BlockLog log,
            JournalMarker marker,
            Supplier<Map<String, Path>> storages,
            String metricsName,
            int[] intervals) {
        this.journal = journal;
        this.log = log;
        this.marker = marker;
        this.storages = storages;
        this.metricsName = metricsName;
        this.metrics = new JournalMetrics(intervals, journal::statistics, () -> working);
    }

    /**
     * Replays the journal of a DataNode whose replicas are not loaded yet, and starts it.
     *
     * @param conf configuration of the DataNode
     * @param storages supplier of the current data directories by storage ID
     * @param live replicas of the DataNode, once they are loaded
     * @param name name of the DataNode, for its metrics
     * @return the started journal
     * @throws IOException if the journal cannot be replayed: the DataNode must not start, because synced bytes may be missing
     *     from its replicas
     */
    public static DataNodeJournal open(
            Configuration conf, Supplier<Map<String, Path>> storages, LiveReplicas live, String name)
            throws IOException {
        try {
            return tryOpen(conf, storages, live, name);
        } catch (IOException | IllegalArgumentException e) {
            // The DataNode logs this exception inside a long stack trace.
            LOG.error("The combined log prevents the start of the DataNode: {}", e.getMessage());
            throw e;
        }
    }

    private static DataNodeJournal tryOpen(
            Configuration conf, Supplier<Map<String, Path>> storages, LiveReplicas live, String name)
            throws IOException {
        Map<String, Path> now = storages.get();
        if (now.isEmpty()) {
            throw new IOException("the combined log requires a local data directory: set dfs.datanode.data.dir");
        }
        Path directory = JournalLocation.of(conf, List.copyOf(now.values()));
        JournalMarkers markers = new JournalMarkers(now.values());
        // Before the directory is created: its disk may not be mounted.
        markers.check(directory);
        JournalOptions options = options(conf);
        int limit = (int) Math.min(CombinedLogKeys.SYNC_MAX_BYTES.bytes(conf), BUFFER / 2);
        createDirectory(directory);
        Path real = directory.toRealPath();
        Journal<BlockKey> journal = markers.open(real, options);
        DataNodeJournal result = null;
        try {
            String cacheRoot = conf.getTrimmed(DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_ROOT_DIR_KEY, "");
            DirectoryReplay replay = new DirectoryReplay(real, now, cacheRoot);
            boolean deferred = !DirectoryReplay.deferredStorages(real).isEmpty();
            if (!journal.empty() || !journal.missing().isEmpty() || deferred) {
                LOG.info("Replaying the journal in {}", real);
                report(replay.run(journal, true), real, now);
            }
            // Sequence of the record that the start commits.
            long first = journal.durable() + 1;
            JournalMarker marker = JournalMarker.of(journal.id(), first, real);
            BlockLog log = new BlockLog(journal, live, limit);
            int[] intervals = conf.getInts(DFSConfigKeys.DFS_METRICS_PERCENTILES_INTERVALS_KEY);
            result = new DataNodeJournal(journal, log, marker, storages, "CombinedLog-" + name, intervals);
            result.cacheRoot = cacheRoot;
            result.failedStorages.putAll(replay.failedStorages());
            LOG.info(
                    "Starting the journal in {} with {} segments of {} bytes",
                    real,
                    options.segments(),
                    options.segmentBytes());
            result.startInvalidator();
            journal.start(log.checkpointer(), result::failed);
            // The marker names a record on disk, so it is written after the start. No replica is synced before this
            // returns.
            result.bind(now);
            result.register();
            LOG.info("Recording hsyncs in the journal in {}", real);
            return result;
        } catch (IOException | RuntimeException e) {
            if (result != null) {
                result.over.countDown();
            }
            journal.abandon();
            throw e;
        }
    }

    private static void createDirectory(Path directory) throws IOException {
        try {
            PrivateFiles.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException(
                    "cannot create the directory of the journal: " + e + "; set " + CombinedLogKeys.DIR.name()
                            + " to a writable directory",
                    e);
        }
    }

    /** Writes the marker files. A storage on which this fails must not be used without its marker. */
    private void bind(Map<String, Path> now) throws IOException {
        for (Map.Entry<String, Path> each : now.entrySet()) {
            if (failedStorages.containsKey(each.getKey())) {
                continue;
            }
            try {
                new JournalMarkers(List.of(each.getValue())).use(marker);
            } catch (IOException e) {
                LOG.error("Cannot write the marker file of the journal in {}", each.getValue(), e);
                failedStorages.put(each.getKey(), e);
            }
        }
        if (failedStorages.keySet().containsAll(now.keySet())) {
            throw new IOException("all data directories failed: " + failedStorages.values());
        }
    }

    private static void reportFailures(ReplayReport report, Path directory, Map<String, Path> storages)
            throws IOException {
        report.failures().lines().forEach(each -> LOG.error("Cannot replay: {}", each));
        for (String storage : DirectoryReplay.deferredStorages(directory)) {
            LOG.error(
                    "The records of storage {} ({}) are kept in {}, because they could not be applied. The next start"
                            + " with a working disk applies them. If the disk is lost, discard them with `underbase"
                            + " combinedlog replay --discard-storage {}`.",
                    storage,
                    storages.containsKey(storage) ? storages.get(storage) : "missing",
                    directory.resolve(DeferredRecords.DIRECTORY),
                    storage);
        }
    }

    private static void report(ReplayReport report, Path directory, Map<String, Path> storages) throws IOException {
        reportFailures(report, directory, storages);
        if (report.journal().gaps() == 0 && report.corruptReplicas().isEmpty()) {
            LOG.info("Replayed the journal in {}: {}", directory, report);
            return;
        }
        LOG.error(
                "Replayed the journal in {}: {}. Fsynced records are missing: check the disks of this DataNode. HDFS"
                        + " replaces a replica that lacks synced bytes when it detects the replica; files that were being"
                        + " written with one replica may be shorter.",
                directory,
                report);
        report.journal().missing().forEach(each -> LOG.error("Missing in the journal: {}", each));
        report.corruptReplicas().forEach(each -> LOG.error("Corrupt replica: {}", each));
    }

    private static JournalOptions options(Configuration conf) {
        long size = CombinedLogKeys.SEGMENT_SIZE.bytes(conf, MIN_SEGMENT, MAX_SEGMENT) & -PAGE;
        long max = CombinedLogKeys.SEGMENT_MAX.bytes(conf, MIN_SEGMENT, MAX_SEGMENT) & -PAGE;
        return JournalOptions.defaults()
                .withLayout((int) CombinedLogKeys.SEGMENTS.number(conf, 3, 64), size, Math.max(size, max), buffer(size))
                .withSegmentFillTime(Duration.ofMillis(CombinedLogKeys.SEGMENT_FILL_TIME.millis(conf)))
                .withGroupCommitDelay(CombinedLogKeys.GROUP_COMMIT_DELAY.flag(conf))
                .withSyncTimeout(Duration.ofMillis(CombinedLogKeys.SYNC_TIMEOUT.millis(conf, MIN_TIMEOUT, MAX_TIMEOUT)))
                .withSegmentWaitTimeout(Duration.ofMillis(CombinedLogKeys.SEGMENT_WAIT_TIMEOUT.millis(conf)))
                .withRetry(Duration.ofMillis(Math.max(1, CombinedLogKeys.CHECKPOINT_RETRY.millis(conf))));
    }

    private static int buffer(long segment) {
        return (int) (Math.min(BUFFER, segment / 4) & -PAGE);
    }

    private void register() {
        DefaultMetricsSystem.instance().register(metricsName, "Combined log", metrics);
        ShutdownHookManager.get().addShutdownHook(hook, HOOK_PRIORITY, HOOK_MINUTES, TimeUnit.MINUTES);
    }

    /**
     * Returns the log of the replicas' changes.
     *
     * @return the log
     */
    public BlockLog log() {
        return log;
    }

    /**
     * Returns the counters of the journal.
     *
     * @return values since the start
     */
    public JournalStatistics statistics() {
        return journal.statistics();
    }

    /**
     * Wraps a replica that will be written.
     *
     * @param stock replica of the stock dataset
     * @param pool ID of its block pool
     * @return replica with streams that sync through the journal; the stock replica if it is not on a local disk
     */
    public ReplicaInPipeline journaled(ReplicaInPipeline stock, String pool) {
        boolean onDisk = stock instanceof LocalReplicaInPipeline && !stock.isOnTransientStorage();
        return onDisk ? new JournaledReplica((LocalReplicaInPipeline) stock, pool, this) : stock;
    }

    /**
     * Binds a data directory that will be added to this journal.
     *
     * @param dataDir data directory
     * @throws IOException if it cannot be written, or names another journal
     */
    public synchronized void addDataDirectory(Path dataDir) throws IOException {
        replayDeferred(dataDir);
        if (working) {
            JournalMarkers markers = new JournalMarkers(List.of(dataDir));
            markers.check(marker.directory());
            Files.createDirectories(dataDir);
            markers.use(marker);
        }
    }

    /** Applies the records of a storage that returns, before its replicas are loaded. */
    private void replayDeferred(Path dataDir) throws IOException {
        if (!Files.exists(DataDirectory.version(dataDir))) {
            return;
        }
        String storage = DataDirectory.storageId(dataDir);
        if (DirectoryReplay.deferredStorages(marker.directory()).contains(storage)) {
            Map<String, Path> returned = Map.of(storage, dataDir);
            DirectoryReplay replay = new DirectoryReplay(marker.directory(), returned, cacheRoot);
            ReplayReport report = replay.runDeferred();
            LOG.info("Replayed the deferred records of {}: {}", dataDir, report);
            reportFailures(report, marker.directory(), returned);
            if (!replay.failedStorages().isEmpty()) {
                throw new IOException(
                        "cannot apply the records of " + dataDir + " in the journal",
                        replay.failedStorages().get(storage));
            }
        }
        failedStorages.remove(storage);
    }

    /**
     * Returns the storages that the DataNode must not use, because the replay could not read or write them.
     *
     * @return cause by storage ID
     */
    public Map<String, IOException> failedStorages() {
        return Map.copyOf(failedStorages);
    }

    private Map<String, Path> workingStorages() {
        Map<String, Path> working = new LinkedHashMap<>(storages.get());
        working.keySet().removeAll(failedStorages.keySet());
        return working;
    }

    private List<Path> workingDirectories() {
        return List.copyOf(workingStorages().values());
    }

    /**
     * Marks a block pool whose replicas this DataNode has loaded.
     *
     * @param pool ID of the block pool
     * @throws IOException if the marker cannot be written
     */
    public void poolLoaded(String pool) throws IOException {
        new PoolMarkers(workingStorages()).loaded(pool, marker.journal());
    }

    /**
     * Finds the files of a replica that the dataset no longer contains.
     *
     * @param key block of the replica
     * @return the files, which the caller closes; empty if they do not exist
     * @throws IOException if the directories cannot be read
     */
    public Optional<ReplicaFiles> onDisk(BlockKey key) throws IOException {
        return new DirectoryReplicas(storages.get()).find(key, "", true).map(replica -> replica);
    }

    /**
     * Releases a data directory that is removed. Its replicas must be settled. A failed one stays bound to this journal, which keeps
     * its records.
     *
     * @param dataDir data directory
     * @throws IOException if it cannot be written
     */
    public synchronized void removeDataDirectory(Path dataDir) throws IOException {
        boolean failed = storages.get().entrySet().stream()
                .anyMatch(each -> each.getValue().equals(dataDir) && failedStorages.containsKey(each.getKey()));
        if (!failed) {
            JournalMarker.remove(dataDir, JournalMarker.IN_USE);
        }
    }

    void synced(Outcome outcome, long nanos) {
        metrics.synced(outcome, nanos);
    }

    /** Before a failure, because no thread can be created when memory is exhausted. */
    private void startInvalidator() {
        Thread thread = new Thread(this::invalidateAfterFailure, "combinedlog-invalidate");
        thread.setDaemon(true);
        thread.start();
    }

    /** Called by a thread that must not wait for replicas, before any writer is notified of the failure. Never allocates. */
    private void failed(IOException cause) {
        failure = cause;
        working = false;
        over.countDown();
    }

    private void invalidateAfterFailure() {
        awaitUninterruptibly(over);
        if (failure != null) {
            invalidate();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void invalidate() {
        try {
            LOG.error(
                    "The journal in {} failed: hsyncs now fsync the block files, as in stock HDFS. Replace the disk and"
                            + " restart the DataNode.",
                    marker.directory(),
                    failure);
            log.invalidate(() -> new JournalMarkers(workingDirectories()).invalidate(marker));
            LOG.info("Fsynced the block files of all records in the failed journal");
        } catch (IOException e) {
            LOG.error("Cannot fsync all block files of the failed journal", e);
        } finally {
            invalidated.countDown();
        }
    }

    private void awaitInvalidated() {
        if (failure != null) {
            awaitUninterruptibly(invalidated);
        }
    }

    /**
     * Ends the journal: afterwards, a stock DataNode can be started on the data directories.
     *
     * @throws IOException if a block file cannot be fsynced; the journal keeps its records for the next replay
     */
    public void end() throws IOException {
        try {
            ShutdownHookManager.get().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The process exits: its shutdown hook is running", e);
        }
        endOnce();
    }

    private synchronized void endOnce() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        awaitInvalidated();
        boolean wasWorking = working;
        working = false;
        try {
            if (wasWorking) {
                log.end();
                new JournalMarkers(workingDirectories()).clear();
                LOG.info("The journal in {} is empty", marker.directory());
            } else {
                journal.abandon();
            }
        } finally {
            over.countDown();
            DefaultMetricsSystem.instance().unregisterSource(metricsName);
            metrics.stop();
        }
    }

    private void endByHook() {
        try {
            endOnce();
        } catch (IOException e) {
            LOG.error("Cannot empty the journal in {}: the next start replays it", marker.directory(), e);
        }
    }
}
