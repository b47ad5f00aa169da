package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;

/**
 * Journal of a DataNode, from its replay to its end.
 *
 * <p>A DataNode that a signal stops does not stop its dataset. A shutdown hook therefore ends the journal, so that a clean stop
 * leaves the same files as a stock DataNode.
 */
public final class DataNodeJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    /** The hook runs before the file systems are closed and the block pools save their used space. */
    private static final int HOOK_PRIORITY = 35;

    private static final long HOOK_MINUTES = 10;

    private final Supplier<Map<String, Path>> storages;
    private final ReplicaAccess access;
    private final Journal<BlockKey> journal;
    private final BlockLog log;
    private final JournalMarker marker;
    private final JournalMetrics metrics;
    private final String name;
    private final Configuration conf;
    private final StorageModes modes;
    private final long slowSyncMillis;
    private final Runnable hook = this::endByHook;
    private final BoundDirectories directories;
    private final JournalInvalidator invalidator;

    private volatile boolean ended;
    /** Ends the administration of the journal. Guarded by this object. */
    private Runnable stopServing = () -> {};

    DataNodeJournal(
            Journal<BlockKey> journal,
            BlockLog log,
            JournalMarker marker,
            Supplier<Map<String, Path>> storages,
            String name,
            Configuration conf,
            ReplicaAccess access) {
        this.journal = journal;
        this.log = log;
        this.marker = marker;
        this.storages = storages;
        this.name = name;
        this.conf = conf;
        this.access = access;
        this.modes = CombinedLogKeys.storageModes(conf);
        this.slowSyncMillis = conf.getLong(
                DFSConfigKeys.DFS_DATANODE_SLOW_IO_WARNING_THRESHOLD_KEY,
                DFSConfigKeys.DFS_DATANODE_SLOW_IO_WARNING_THRESHOLD_DEFAULT);
        this.metrics = new JournalMetrics(name, conf, journal::statistics, this::isWorking, log::replicaCount);
        this.directories = new BoundDirectories(storages, marker, ReplicaCaches.root(conf), access);
        this.invalidator = new JournalInvalidator(log, marker, metrics, directories::workingPaths);
        journal.onCommit(metrics::committed);
    }

    /**
     * Replays the journal of a DataNode whose replicas are not loaded yet, and starts it.
     *
     * @param conf configuration of the DataNode
     * @param storages supplier of the current data directories by storage ID
     * @param live replicas of the DataNode, once they are loaded
     * @param name name of the DataNode, for its metrics
     * @param access check before each access to a replica
     * @return the started journal
     * @throws InvalidatedJournalException if the last journal failed, all its bytes are in the block files, and no journal can be
     *     created in its place: the DataNode can start without one
     * @throws IOException if the journal cannot be replayed: the DataNode must not start, because synced bytes may be missing
     *     from its replicas
     */
    public static DataNodeJournal open(
            Configuration conf,
            Supplier<Map<String, Path>> storages,
            LiveReplicas live,
            String name,
            ReplicaAccess access)
            throws IOException {
        try {
            return new JournalOpener(conf, storages, live, name, access).open();
        } catch (InvalidatedJournalException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            // The DataNode logs this exception inside a long stack trace.
            LOG.error("The combined log prevents the start of the DataNode: {}", e.getMessage());
            throw e;
        }
    }

    /**
     * Starts the journal, whose records were replayed, and binds the data directories to it.
     *
     * @param failed storages that the replay could not read or write
     */
    void start(Map<String, IOException> failed) throws IOException {
        invalidator.start();
        try {
            journal.start(log.checkpointer(), invalidator::failed);
            // The marker names a record on disk, so it is written after the start. No replica is synced before this
            // returns.
            directories.bind(failed);
            register();
            LOG.info("Recording hsyncs in the journal in {}", marker.directory());
        } catch (IOException | RuntimeException e) {
            invalidator.end();
            throw e;
        }
    }

    private void register() {
        metrics.register();
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
     * Offers the administration of the journal on the IPC port and in {@code /jmx} of the DataNode.
     *
     * @param ipc IPC server of the DataNode
     * @throws IOException if the protocol cannot be registered
     */
    public synchronized void serve(RPC.Server ipc) throws IOException {
        JournalControl control =
                new JournalControl(journal, log, marker.directory(), metrics, this::isWorking, conf, modes);
        stopServing = JournalServer.start(control, conf, ipc, "CombinedLogInfo-" + name);
    }

    /**
     * Wraps a replica that will be written.
     *
     * @param stock replica of the stock dataset
     * @param pool ID of its block pool
     * @return replica with streams that sync through the journal; the stock replica if its storage type is not selected
     */
    public ReplicaInPipeline journaled(ReplicaInPipeline stock, String pool) {
        return stock instanceof LocalReplicaInPipeline local && selects(stock)
                ? new JournaledReplica(
                        local, pool, this, modes.of(stock.getVolume().getStorageType()) == SyncMode.DURABLE_HFLUSH)
                : stock;
    }

    /**
     * Reports whether hsyncs of a replica go to the journal.
     *
     * @param replica replica of the DataNode
     * @return whether its storage type is selected
     */
    public boolean selects(Replica replica) {
        return modes.of(replica.getVolume().getStorageType()) != SyncMode.STOCK;
    }

    /**
     * Publishes the number and the space of the storages on which hflush is durable.
     *
     * @param dataset dataset with the storages
     */
    public void observe(FsDatasetSpi<?> dataset) {
        metrics.observe(new DurableStorages(dataset, modes));
    }

    /**
     * Binds a data directory that will be added to this journal.
     *
     * @param dataDir data directory
     * @throws IOException if it cannot be written, or names another journal
     */
    public synchronized void addDataDirectory(Path dataDir) throws IOException {
        if (isWorking()) {
            // A copy of a data directory must not consume the deferred records of the original.
            directories.check(dataDir);
        }
        directories.replayDeferred(dataDir);
        if (isWorking()) {
            directories.add(dataDir);
        }
    }

    /**
     * Returns the storages that the DataNode must not use, because the replay could not read or write them.
     *
     * @return cause by storage ID
     */
    public Map<String, IOException> failedStorages() {
        return directories.failed();
    }

    /**
     * Marks a block pool whose replicas this DataNode has loaded.
     *
     * @param pool ID of the block pool
     * @throws IOException if the marker cannot be written
     */
    public void poolLoaded(String pool) throws IOException {
        new PoolMarkers(directories.working()).loaded(pool, marker.journal());
    }

    /**
     * Marks all block pools in a data directory that was added.
     *
     * @param dataDir data directory
     */
    public void volumeLoaded(Path dataDir) {
        try {
            for (String pool : DataDirectory.pools(dataDir)) {
                PoolMarkers.loaded(dataDir, pool, marker.journal());
            }
        } catch (IOException e) {
            // The markers in other data directories suffice.
            LOG.warn("Cannot mark the block pools in {}", dataDir, e);
        }
    }

    /**
     * Finds the files of a replica that the dataset no longer contains.
     *
     * @param key block of the replica
     * @return the files, which the caller closes; empty if they do not exist
     * @throws IOException if the directories cannot be read
     */
    public Optional<ReplicaFiles> onDisk(BlockKey key) throws IOException {
        return new DirectoryReplicas(storages.get(), access).find(key, "", true).map(replica -> replica);
    }

    /**
     * Releases a data directory that is removed. Its replicas must be settled. A failed one stays bound to this journal, which keeps
     * its records.
     *
     * @param dataDir data directory
     * @throws IOException if it cannot be written
     */
    public synchronized void removeDataDirectory(Path dataDir) throws IOException {
        directories.remove(dataDir);
    }

    /**
     * Checks that a data directory does not contain the journal, before the running DataNode removes it.
     *
     * @param dataDir data directory
     * @throws IOException if it contains the journal
     */
    public void checkRemovable(Path dataDir) throws IOException {
        if (isWorking()) {
            directories.checkRemovable(dataDir);
        }
    }

    ReplicaAccess access() {
        return access;
    }

    JournalMetrics metrics() {
        return metrics;
    }

    /** Starts the duration of an hsync. */
    RecordedSync startSync(BlockKey key) {
        return new RecordedSync(key, metrics, slowSyncMillis, System::nanoTime);
    }

    private boolean isWorking() {
        return !ended && !invalidator.hasFailed();
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
        invalidator.awaitInvalidated();
        boolean wasWorking = isWorking();
        ended = true;
        try {
            if (wasWorking) {
                log.end();
                directories.clear();
                LOG.info("The journal in {} is empty", marker.directory());
            } else {
                journal.abandon();
            }
        } finally {
            invalidator.end();
            stopServing.run();
            metrics.close();
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
