package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockReplay;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.Checkpointer;
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
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     * @param remove whether to delete the journal's directory afterwards
     * @return the result
     * @throws IOException if a DataNode has locked a directory, or it cannot be read or written
     */
    public static ReplayReport run(Path journalDir, List<Path> dataDirs, String cacheRoot, boolean remove)
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
                report = DirectoryReplay.run(journal, real, storages, cacheRoot);
                journal.start(new NoRecords(), failure -> {});
            } catch (IOException e) {
                journal.abandon();
                throw e;
            }
            journal.close();
            markers.clear();
            if (remove) {
                delete(journalDir);
            }
            return report;
        }
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
        return BlockReplay.preview(
                isInvalidated(journal, dataDirs) ? nothing : journal::pending,
                new DirectoryReplicas(storages),
                pools -> new JournalMarkers(dataDirs).checkPools(pools, journal.directory()));
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

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
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
