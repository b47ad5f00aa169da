package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.combinedlog.journal.PrivateFiles;

/**
 * The journal of a DataNode, from its replay to its end.
 *
 * <p>A DataNode that is told to stop by a signal does not stop its dataset: a shutdown hook ends the journal then, so that a
 * clean stop leaves what a stock DataNode leaves.
 */
public final class DataNodeJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    private static final int BUFFER = 4 << 20;
    private static final int PAGE = 4096;
    private static final long SMALLEST_SEGMENT = 64 << 10;
    private static final long LARGEST_SEGMENT = 16L << 30;
    /** Before the file systems are closed and the block pools save what they use. */
    private static final int HOOK_PRIORITY = 35;

    private static final long HOOK_MINUTES = 10;

    private final Supplier<Map<String, Path>> storages;
    private final Journal<BlockKey> journal;
    private final BlockLog log;
    private final Mark mark;
    private final JournalMetrics metrics;
    private final String metricsName;
    private final Runnable hook = this::endByHook;
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private volatile boolean working = true;
    private volatile boolean failed;
    private boolean ended;

    private DataNodeJournal(
            Journal<BlockKey> journal,
            BlockLog log,
            Mark mark,
            Supplier<Map<String, Path>> storages,
            String metricsName,
            int[] intervals) {
        this.journal = journal;
        this.log = log;
        this.mark = mark;
        this.storages = storages;
        this.metricsName = metricsName;
        this.metrics = new JournalMetrics(intervals, journal::statistics, () -> working);
    }

    /**
     * Replays the journal of a DataNode whose replicas are not loaded yet, and starts it.
     *
     * @param conf the DataNode's configuration
     * @param storages its data directories by their storages' ids, as of now
     * @param live its replicas, once they are loaded
     * @param name of the DataNode, for its metrics
     * @return the journal, started
     * @throws IOException where the journal cannot be replayed: the DataNode must not start, for synced bytes may be missing
     *     from its replicas
     */
    public static DataNodeJournal open(
            Configuration conf, Supplier<Map<String, Path>> storages, LiveReplicas live, String name)
            throws IOException {
        try {
            return tryOpen(conf, storages, live, name);
        } catch (IOException | IllegalArgumentException e) {
            // The DataNode writes a stack trace around it.
            LOG.error("The combined log does not let the DataNode start: {}", e.getMessage());
            throw e;
        }
    }

    private static DataNodeJournal tryOpen(
            Configuration conf, Supplier<Map<String, Path>> storages, LiveReplicas live, String name)
            throws IOException {
        Map<String, Path> now = storages.get();
        if (now.isEmpty()) {
            throw new IOException("the combined log needs a data directory that is a local path");
        }
        Path directory = JournalPlace.of(conf, List.copyOf(now.values()));
        // Before it is made: its disk may not be mounted.
        Marks.check(now.values(), directory);
        JournalOptions options = options(conf);
        int limit = (int) Math.min(CombinedLogKeys.SYNC_LIMIT.bytes(conf, 0, Long.MAX_VALUE), BUFFER / 2);
        makeDirectory(directory);
        Path real = directory.toRealPath();
        Journal<BlockKey> journal = SafeJournal.open(real, now.values(), options);
        try {
            if (!journal.empty() || !journal.missing().isEmpty()) {
                replay(journal, real, now, conf);
            }
            // The record that starts it.
            long first = journal.durable() + 1;
            Mark mark = Mark.of(journal.identity(), first, real);
            BlockLog log = new BlockLog(journal, live, limit);
            int[] intervals = conf.getInts(DFSConfigKeys.DFS_METRICS_PERCENTILES_INTERVALS_KEY);
            DataNodeJournal result =
                    new DataNodeJournal(journal, log, mark, storages, "CombinedLog-" + name, intervals);
            LOG.info(
                    "The journal in {} is to have {} segments of {} bytes",
                    real,
                    options.segments(),
                    options.segmentBytes());
            journal.start(log, result::failed);
            // Nobody syncs before this returns, and a mark names a record that is there.
            Marks.use(now.values(), mark);
            result.register();
            LOG.info("hsyncs go to the journal in {}", real);
            return result;
        } catch (IOException | RuntimeException e) {
            journal.abandon();
            throw e;
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        try {
            PrivateFiles.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException(
                    "the journal's directory cannot be made: set " + CombinedLogKeys.DIR.name() + " to one that can; "
                            + e,
                    e);
        }
    }

    private static void replay(
            Journal<BlockKey> journal, Path directory, Map<String, Path> storages, Configuration conf)
            throws IOException {
        LOG.info("Replaying the journal in {}", directory);
        String cacheRoot = conf.getTrimmed(DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_ROOT_DIR_KEY, "");
        ReplayReport report = DirectoryReplay.run(journal, directory, storages, cacheRoot);
        if (report.whole()) {
            LOG.info("Replayed the journal in {}: {}", directory, report);
            return;
        }
        LOG.error(
                "Replayed the journal in {}: {}. A disk lost what it had promised to keep: look at the disks of this"
                        + " DataNode. Replicas that lack synced bytes are replaced from other DataNodes where HDFS sees it;"
                        + " those of files that were being written here with one replica only may be shorter.",
                directory,
                report);
        report.journal().missing().forEach(each -> LOG.error("Missing in the journal: {}", each));
        report.damages().forEach(each -> LOG.error("Damaged: {}", each));
    }

    private static JournalOptions options(Configuration conf) {
        long size = CombinedLogKeys.SEGMENT_SIZE.bytes(conf, SMALLEST_SEGMENT, LARGEST_SEGMENT) & -PAGE;
        return new JournalOptions(
                CombinedLogKeys.SEGMENTS.number(conf, 3, 64),
                size,
                Math.max(size, CombinedLogKeys.SEGMENT_MAX.bytes(conf, SMALLEST_SEGMENT, LARGEST_SEGMENT) & -PAGE),
                Duration.ofMillis(CombinedLogKeys.SEGMENT_TIME.millis(conf)),
                buffer(size),
                CombinedLogKeys.GATHER.flag(conf),
                JournalOptions.defaults().linger(),
                Duration.ofMillis(CombinedLogKeys.ROOM_WAIT.millis(conf)),
                Duration.ofMillis(Math.max(1, CombinedLogKeys.CHECKPOINT_RETRY.millis(conf))));
    }

    private static int buffer(long segment) {
        return (int) (Math.min(BUFFER, segment / 4) & -PAGE);
    }

    private void register() {
        DefaultMetricsSystem.instance().register(metricsName, "The combined log", metrics);
        ShutdownHookManager.get().addShutdownHook(hook, HOOK_PRIORITY, HOOK_MINUTES, TimeUnit.MINUTES);
    }

    /**
     * What records what happens to replicas.
     *
     * @return the log
     */
    public BlockLog log() {
        return log;
    }

    /**
     * Tells what the journal did.
     *
     * @return its figures
     */
    public JournalStatistics statistics() {
        return journal.statistics();
    }

    /**
     * Wraps a replica that will be written.
     *
     * @param stock what the stock dataset made
     * @param pool its block pool
     * @return the same with streams that sync through the journal; the stock one where it is not on a local disk
     */
    public ReplicaInPipeline journaled(ReplicaInPipeline stock, String pool) {
        boolean onDisk = stock instanceof LocalReplicaInPipeline && !stock.isOnTransientStorage();
        return onDisk ? new JournaledReplica((LocalReplicaInPipeline) stock, pool, this) : stock;
    }

    /**
     * Tells a data directory that is about to be added which journal its replicas' synced bytes will go to.
     *
     * @param dataDir the directory
     * @throws IOException where it cannot be written, or names another journal
     */
    public synchronized void dataDirectoryComes(Path dataDir) throws IOException {
        if (working) {
            Marks.check(List.of(dataDir), mark.directory());
            Files.createDirectories(dataDir);
            mark.write(dataDir, Mark.IN_USE);
        }
    }

    /**
     * Notes that the replicas of a block pool were loaded by a dataset that tells the journal what happens to them.
     *
     * @param pool the block pool
     * @throws IOException where it cannot be noted
     */
    public void poolLoaded(String pool) throws IOException {
        PoolMark.write(storages.get().values(), pool, mark.journal());
    }

    /**
     * Finds a replica that the dataset does not have, by its files.
     *
     * @param key of the block
     * @return its files, to be closed by the caller; nothing where they are gone
     * @throws IOException where the directories cannot be read
     */
    public Optional<ReplicaFiles> onDisk(BlockKey key) throws IOException {
        return new DirectoryReplicas(storages.get()).find(key, "").map(replica -> replica);
    }

    /**
     * Forgets a data directory whose replicas are settled and that is taken away.
     *
     * @param dataDir the directory
     * @throws IOException where it cannot be written
     */
    public synchronized void dataDirectoryGoes(Path dataDir) throws IOException {
        Mark.remove(dataDir, Mark.IN_USE);
    }

    void synced(Outcome outcome, long nanos) {
        metrics.synced(outcome, nanos);
    }

    /** Called by a thread of the journal, which must not wait for replicas, before any writer hears of the failure. */
    private void failed(IOException cause) {
        failed = true;
        working = false;
        LOG.error(
                "The journal in {} failed: hsyncs force the replicas' files from now on, as stock HDFS does. Mend its disk"
                        + " and restart the DataNode.",
                mark.directory(),
                cause);
        Thread thread = new Thread(this::giveUp, "combinedlog-give-up");
        thread.setDaemon(true);
        thread.start();
    }

    private void giveUp() {
        try {
            log.giveUp(() -> Marks.giveUp(storages.get().values(), mark));
            LOG.info("Everything that the failed journal held is in the replicas' files");
        } catch (IOException e) {
            LOG.error("Not everything that the failed journal held could be made durable", e);
        } finally {
            givenUp.countDown();
        }
    }

    /**
     * Waits until a journal that failed cannot be replayed any more. What happens to a replica before that, and is not
     * recorded, would be undone by a replay.
     */
    void awaitGivenUp() {
        boolean interrupted = false;
        while (failed && givenUp.getCount() > 0) {
            try {
                givenUp.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the journal: a stock DataNode may be started on the data directories then.
     *
     * @throws IOException where something could not be made durable; the journal keeps it for the next replay
     */
    public void end() throws IOException {
        try {
            ShutdownHookManager.get().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The process ends: its hook runs already", e);
        }
        endOnce();
    }

    private synchronized void endOnce() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        awaitGivenUp();
        boolean sound = working;
        working = false;
        try {
            if (sound) {
                log.end();
                Marks.unused(storages.get().values());
                LOG.info("The journal in {} is empty", mark.directory());
            } else {
                journal.abandon();
            }
        } finally {
            DefaultMetricsSystem.instance().unregisterSource(metricsName);
            metrics.stop();
        }
    }

    private void endByHook() {
        try {
            endOnce();
        } catch (IOException e) {
            LOG.error("The journal in {} could not be emptied: it is replayed at the next start", mark.directory(), e);
        }
    }
}
