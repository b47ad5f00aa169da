package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockReplay;
import org.underbase.combinedlog.block.Deferral;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.Replayed;

/** Replay of a stopped DataNode's journal, so that a stock DataNode can be started on its directories. */
public final class OfflineReplay {
    private OfflineReplay() {}

    /**
     * Replays a journal into data directories and leaves it empty.
     *
     * @param journalDir directory of the journal
     * @param dataDirs all data directories of the DataNode; a missing one loses its bytes in the journal
     * @param conf configuration of the DataNode
     * @param remove whether to delete the journal afterwards, and its directory unless it contains other files
     * @param progress receiver of the progress
     * @return the result
     * @throws IOException if a DataNode has locked a directory, or a file cannot be read or written: the other replicas are
     *     replayed, and the journal keeps its records
     */
    public static ReplayReport run(
            Path journalDir, List<Path> dataDirs, Configuration conf, boolean remove, ReplayProgress progress)
            throws IOException {
        return run(journalDir, dataDirs, conf, remove, progress, ReplicaAccess.PERMITTED);
    }

    /** As the public method, with a check before each access to a replica. */
    static ReplayReport run(
            Path journalDir,
            List<Path> dataDirs,
            Configuration conf,
            boolean remove,
            ReplayProgress progress,
            ReplicaAccess access)
            throws IOException {
        Map<String, Path> storages = storages(dataDirs);
        JournalMarkers markers = new JournalMarkers(dataDirs);
        if (!Files.isDirectory(journalDir)) {
            throw new IOException("no journal in " + journalDir);
        }
        try (StorageLocks locks = StorageLocks.take(dataDirs)) {
            ReplayReport report;
            Path real = journalDir.toRealPath();
            Journal<BlockKey> journal = markers.open(real, JournalView.layout(real));
            try {
                DirectoryReplay replay = new DirectoryReplay(real, storages, ReplicaCaches.root(conf), access);
                FileSystemSync sync = new FileSystemSync(real, access, CombinedLogKeys.REPLAY_SYNC.flag(conf));
                report = replay.run(journal, false, sync, progress);
                requireComplete(report, replay.failedStorages(), real);
                journal.start(new NoRecords(), failure -> {});
                sync.end();
            } catch (IOException e) {
                journal.abandon();
                throw e;
            }
            journal.close();
            markers.clear();
            if (remove) {
                DirectoryReplay.deleteJournal(journalDir);
            }
            return report;
        }
    }

    private static void requireComplete(ReplayReport report, Map<String, IOException> failedStorages, Path journalDir)
            throws IOException {
        if (!report.failures().isEmpty() || !failedStorages.isEmpty()) {
            List<String> causes = new ArrayList<>(report.failures().lines());
            failedStorages.values().forEach(each -> causes.add(each.getMessage()));
            throw new IOException("cannot replay " + report.failures().replicaCount() + " replicas of the journal in "
                    + journalDir + ", which keeps its records: " + String.join("; ", causes));
        }
    }

    /**
     * Returns the storages whose records were set aside from a journal, because their disk was missing or failed.
     *
     * @param journalDir directory of the journal
     * @return number of records by storage ID
     * @throws IOException if the files cannot be read or are corrupt
     */
    public static SortedMap<String, Long> deferred(Path journalDir) throws IOException {
        SortedMap<String, Long> records = new TreeMap<>();
        for (DeferredRecords.Part part : DeferredRecords.view(journalDir).parts()) {
            records.merge(part.storage(), part.records(), Long::sum);
        }
        return records;
    }

    private static Map<String, Path> storages(List<Path> dataDirs) throws IOException {
        Map<String, Path> storages = new LinkedHashMap<>();
        for (Path dir : dataDirs) {
            storages.put(DataDirectory.storageId(dir), dir);
        }
        return storages;
    }

    /**
     * Reports the expected result of {@link #run}, with the same checks, without changing anything.
     *
     * @param journal view of the journal
     * @param dataDirs all data directories of the DataNode
     * @return the expected result
     * @throws IOException as thrown by {@link #run}
     */
    public static ReplayReport preview(JournalView journal, List<Path> dataDirs) throws IOException {
        Map<String, Path> storages = storages(dataDirs);
        check(journal, dataDirs);
        BlockReplay.Records nothing = sink -> new Replayed(0, 0, 0, List.of());
        return new Deferral(DeferredRecords.view(journal.directory()))
                .preview(
                        isInvalidated(journal, dataDirs) ? nothing : journal::pending,
                        new DirectoryReplicas(storages, false, ReplicaAccess.PERMITTED),
                        pools ->
                                new PoolMarkers(storages).check(pools, Optional.of(journal.id()), journal.directory()));
    }

    /**
     * Checks that the data directories name no other journal, and sets the lower bound of its last record. Changes no file.
     *
     * @param journal view of the journal
     * @param dataDirs existing data directories
     * @throws IOException if a data directory names another journal
     */
    public static void check(JournalView journal, List<Path> dataDirs) throws IOException {
        new JournalMarkers(dataDirs).check(journal.directory());
        expect(journal, dataDirs);
    }

    /**
     * Sets the lower bound of a journal's last record from the marker files.
     *
     * @param journal view of the journal
     * @param dataDirs data directories; those that name another journal are ignored
     * @throws IOException if a marker file is corrupt
     */
    public static void expect(JournalView journal, List<Path> dataDirs) throws IOException {
        journal.expect(new JournalMarkers(dataDirs).sequence(journal.id()));
    }

    /**
     * Reports whether a journal failed and was invalidated: a replay ignores its records.
     *
     * @param journal view of the journal
     * @param dataDirs data directories
     * @return whether a data directory marks the journal as invalid
     * @throws IOException if a marker file is corrupt
     */
    public static boolean isInvalidated(JournalView journal, List<Path> dataDirs) throws IOException {
        return new JournalMarkers(dataDirs).isInvalid(journal.id());
    }

    /** Owner of a journal to which nothing is appended after the replay. */
    private static final class NoRecords implements Checkpointer<BlockKey> {
        @Override
        public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) {
            if (!keys.isEmpty()) {
                throw new IllegalStateException("records were appended to a journal that is being emptied");
            }
        }

        @Override
        public void forgotten(long sequence) {
            // There is no state to update.
        }
    }
}
