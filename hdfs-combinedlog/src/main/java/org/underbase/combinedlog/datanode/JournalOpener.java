package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PrivateFiles;

/** Start of a DataNode's journal: checks of its location, the replay, and the first commit. */
final class JournalOpener {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);

    private final Configuration conf;
    private final Supplier<Map<String, Path>> storages;
    private final LiveReplicas live;
    private final String name;
    private final ReplicaAccess access;

    /** Takes the arguments of {@link DataNodeJournal#open}. */
    JournalOpener(
            Configuration conf,
            Supplier<Map<String, Path>> storages,
            LiveReplicas live,
            String name,
            ReplicaAccess access) {
        this.conf = conf;
        this.storages = storages;
        this.live = live;
        this.name = name;
        this.access = access;
    }

    DataNodeJournal open() throws IOException {
        Map<String, Path> now = storages.get();
        if (now.isEmpty()) {
            throw new IOException("the combined log requires a local data directory: set dfs.datanode.data.dir");
        }
        LostJournal.discard(conf, now.values());
        Path directory = JournalLocation.of(conf, List.copyOf(now.values()));
        JournalMarkers markers = new JournalMarkers(now.values());
        // Before the directory is created: its disk may not be mounted.
        markers.check(directory);
        JournalOptions options = JournalSettings.options(conf);
        // No data directory names another journal, which may contain records.
        boolean invalidated = markers.anyInvalid() && markers.lastUsed().isEmpty();
        try {
            createDirectory(directory);
            Path real = directory.toRealPath();
            LOG.info(
                    "Opening the journal in {} with {} segments of {} bytes",
                    real,
                    options.segments(),
                    options.segmentBytes());
            return start(markers.open(real, options), real, now);
        } catch (IOException e) {
            throw invalidated ? new InvalidatedJournalException(directory, e) : e;
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

    private DataNodeJournal start(Journal<BlockKey> journal, Path directory, Map<String, Path> now) throws IOException {
        try {
            DirectoryReplay replay = new DirectoryReplay(directory, now, ReplicaCaches.root(conf), access);
            FileSystemSync sync = new FileSystemSync(directory, access, CombinedLogKeys.REPLAY_SYNC.flag(conf));
            boolean deferred = !DirectoryReplay.deferredStorages(directory).isEmpty();
            Optional<ReplayReport> report = Optional.empty();
            if (!journal.empty() || !journal.missing().isEmpty() || deferred) {
                LOG.info("Replaying the journal in {}", directory);
                report = Optional.of(replay.run(journal, true, sync, new LoggedProgress(directory)));
                report(report.get(), directory, now);
            }
            // Sequence of the record that the start commits.
            long first = journal.durable() + 1;
            JournalMarker marker = JournalMarker.of(journal.id(), first, directory);
            BlockLog log = new BlockLog(journal, live, JournalSettings.syncMaxBytes(conf));
            DataNodeJournal result = new DataNodeJournal(journal, log, marker, storages, name, conf, access);
            report.ifPresent(result.metrics()::replayed);
            result.metrics().replayedWith(sync);
            result.start(replay.failedStorages());
            sync.end();
            return result;
        } catch (IOException | RuntimeException e) {
            journal.abandon();
            throw e;
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

    static void reportFailures(ReplayReport report, Path directory, Map<String, Path> storages) throws IOException {
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
}
