package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.Deferral;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.DeferredRecords.Part;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalFiles;

/** Replay of a journal into the data directories of a DataNode that has not loaded its replicas. */
final class DirectoryReplay {
    private final Path journalDir;
    private final Map<String, Path> storages;
    private final String cacheRoot;
    private final ReplicaAccess access;
    private final Map<String, IOException> failedStorages = new LinkedHashMap<>();

    /**
     * @param journalDir directory of the journal
     * @param storages data directories by storage ID
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     * @param access check before each access to a replica
     */
    DirectoryReplay(Path journalDir, Map<String, Path> storages, String cacheRoot, ReplicaAccess access) {
        this.journalDir = journalDir;
        this.storages = storages;
        this.cacheRoot = cacheRoot;
        this.access = access;
    }

    /**
     * Replays a journal and the deferred records of the storages. When this returns, all synced bytes are on disk in the block
     * files, except those of the failures, whose records are deferred.
     *
     * @param journal open journal, not started
     * @param mayReturn whether missing storages may return; otherwise their records are discarded
     * @param sync syncs of the file systems, which the caller ends after the journal was started
     * @param progress receiver of the progress
     */
    ReplayReport run(Journal<BlockKey> journal, boolean mayReturn, FileSystemSync sync, ReplayProgress progress)
            throws IOException {
        PoolMarkers markers = new PoolMarkers(storages);
        return run(deferral -> deferral.replay(
                journal.id(),
                journal::replay,
                new DirectoryReplicas(storages, mayReturn, access, Optional.of(sync)),
                pools -> markers.check(pools, Optional.of(journal.id()), journalDir),
                progress));
    }

    /** Replays only the deferred records of the storages. */
    ReplayReport runDeferred() throws IOException {
        return run(deferral -> deferral.replay(new DirectoryReplicas(storages, access)));
    }

    /** Step with the deferred records. */
    private interface Step {
        ReplayReport run(Deferral deferral) throws IOException;
    }

    private ReplayReport run(Step step) throws IOException {
        Path directory = journalDir.resolve(DeferredRecords.DIRECTORY);
        ReplayReport report;
        boolean empty;
        try (Deferral deferral = new Deferral(DeferredRecords.in(
                () -> Files.isDirectory(directory),
                () -> JournalMarkers.OPENER.get().open(directory)))) {
            for (Part part : deferral.parts()) {
                checkPools(deferral, part);
            }
            report = step.run(deferral);
            empty = deferral.parts().isEmpty();
        }
        if (empty) {
            delete(directory, DeferredRecords::isOwn);
        }
        failedStorages.putAll(report.failures().storages());
        storages.forEach(this::deleteCaches);
        return report;
    }

    private void checkPools(Deferral deferral, Part part) throws IOException {
        Path dataDir = storages.get(part.storage());
        if (dataDir != null) {
            Map<String, Set<String>> pools = new HashMap<>();
            deferral.pools(part).forEach(pool -> pools.put(pool, Set.of(part.storage())));
            Path file = journalDir.resolve(DeferredRecords.DIRECTORY).resolve(part.name());
            new PoolMarkers(Map.of(part.storage(), dataDir)).check(pools, Optional.empty(), file);
        }
    }

    /** The DataNode would trust the saved list of replicas, so the storage must not be used with it. */
    private void deleteCaches(String storage, Path dataDir) {
        if (!failedStorages.containsKey(storage)) {
            try {
                ReplicaCaches.delete(List.of(dataDir), cacheRoot);
            } catch (UncheckedIOException e) {
                failedStorages.put(storage, e.getCause());
            } catch (IOException e) {
                failedStorages.put(storage, e);
            }
        }
    }

    /**
     * Returns the storages that must not be used.
     *
     * @return cause by storage ID
     */
    Map<String, IOException> failedStorages() {
        return failedStorages;
    }

    /** Deletes the files of a journal, and its directory unless it contains other files. */
    static void deleteJournal(Path directory) throws IOException {
        delete(directory, name -> JournalFiles.isOwn(name) || name.startsWith(FileSystemSync.MARKER));
    }

    private static void delete(Path directory, Predicate<String> own) throws IOException {
        if (Files.isDirectory(directory)) {
            boolean empty = true;
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    if (own.test(file.getFileName().toString())) {
                        Files.delete(file);
                    } else {
                        empty = false;
                    }
                }
            }
            if (empty) {
                Files.delete(directory);
            }
        }
    }

    /** Returns the storages with deferred records, sorted. */
    static Set<String> deferredStorages(Path journalDir) throws IOException {
        return DeferredRecords.view(journalDir).storages();
    }
}
