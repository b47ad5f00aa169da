package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockReplay;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.Replayed;

/** Empties the journal of a DataNode that does not run, so that a stock DataNode can be started on its directories. */
public final class OfflineReplay {
    private OfflineReplay() {}

    /**
     * Replays a journal into data directories and leaves it empty.
     *
     * @param journalDir the journal's directory
     * @param dataDirs all data directories of the DataNode; one that is missing loses what the journal holds for it
     * @param cacheRoot what {@code dfs.datanode.replica.cache.root.dir} says, or nothing
     * @param remove whether the journal's directory is deleted afterwards
     * @return what was done
     * @throws IOException where a DataNode holds one of them, or one cannot be read or written
     */
    public static ReplayReport run(Path journalDir, List<Path> dataDirs, String cacheRoot, boolean remove)
            throws IOException {
        Map<String, Path> storages = storages(dataDirs);
        if (!Files.isDirectory(journalDir)) {
            throw new IOException("there is no journal in " + journalDir);
        }
        try (StorageLocks locks = StorageLocks.take(dataDirs)) {
            ReplayReport report;
            Path real = journalDir.toRealPath();
            Journal<BlockKey> journal = SafeJournal.open(real, storages.values(), JournalView.layout(real));
            try {
                report = DirectoryReplay.run(journal, real, storages, cacheRoot);
                journal.start(new Nothing(), failure -> {});
            } catch (IOException e) {
                journal.abandon();
                throw e;
            }
            journal.close();
            Marks.unused(storages.values());
            if (remove) {
                delete(journalDir);
            }
            return report;
        }
    }

    private static Map<String, Path> storages(List<Path> dataDirs) throws IOException {
        Map<String, Path> storages = new LinkedHashMap<>();
        for (Path dir : dataDirs) {
            storages.put(storageId(dir), dir);
        }
        return storages;
    }

    /**
     * Tells what {@link #run} would do, and refuses what it would refuse. Nothing is changed.
     *
     * @param journal the journal
     * @param dataDirs as there
     * @return what would be done
     * @throws IOException as there
     */
    public static ReplayReport preview(JournalView journal, List<Path> dataDirs) throws IOException {
        Map<String, Path> storages = storages(dataDirs);
        check(journal, dataDirs);
        BlockReplay.Records nothing = sink -> new Replayed(0, 0, 0, List.of());
        return BlockReplay.preview(
                isGivenUp(journal, dataDirs) ? nothing : journal::pending,
                new DirectoryReplicas(storages),
                pools -> PoolMark.check(pools, storages.values(), journal.directory()));
    }

    /**
     * Refuses a journal that is not the one which the data directories name, and tells it how far that had come. Nothing is
     * changed.
     *
     * @param journal the journal
     * @param dataDirs those that are there
     * @throws IOException where it is another one
     */
    public static void check(JournalView journal, List<Path> dataDirs) throws IOException {
        Marks.check(dataDirs, journal.directory());
        expect(journal, dataDirs);
    }

    /**
     * Tells a journal how far it had come, as the data directories know it.
     *
     * @param journal the journal
     * @param dataDirs any; those that name another journal do not count
     * @throws IOException where what a data directory says is damaged
     */
    public static void expect(JournalView journal, List<Path> dataDirs) throws IOException {
        journal.expect(Marks.sequence(dataDirs, journal.identity()));
    }

    /**
     * Tells whether a journal failed and what it held is in the replicas' files: nothing of it is replayed.
     *
     * @param journal the journal
     * @param dataDirs any data directories
     * @return whether one of them says so
     * @throws IOException where what a data directory says is damaged
     */
    public static boolean isGivenUp(JournalView journal, List<Path> dataDirs) throws IOException {
        return Marks.givenUp(dataDirs).contains(journal.identity());
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    static Path version(Path dataDir) {
        return dataDir.resolve("current").resolve("VERSION");
    }

    /**
     * Tells by which id a journal knows a data directory.
     *
     * @param dataDir the data directory
     * @return the storage's id
     * @throws IOException where it is no data directory
     */
    public static String storageId(Path dataDir) throws IOException {
        Path version = version(dataDir);
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(version)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(dataDir + " is no data directory of a DataNode: " + version + " cannot be read", e);
        }
        String id = properties.getProperty("storageID", "");
        if (id.isEmpty()) {
            throw new IOException(version + " tells no storageID");
        }
        return id;
    }

    /** Nothing is appended offline but the end of what was replayed. */
    private static final class Nothing implements Checkpointer<BlockKey> {
        @Override
        public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) {
            if (!keys.isEmpty()) {
                throw new IllegalStateException("records were appended to a journal that is emptied");
            }
        }

        @Override
        public void forgotten(long sequence) {
            // Nobody remembers.
        }
    }
}
