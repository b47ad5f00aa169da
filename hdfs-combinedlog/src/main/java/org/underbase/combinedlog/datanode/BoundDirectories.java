package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Data directories that are bound to a running journal by marker files, and those that failed. Thread-safe. */
final class BoundDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    /** Types of file systems in memory. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private final Supplier<Map<String, Path>> storages;
    private final JournalMarker marker;
    private final String cacheRoot;
    private final ReplicaAccess access;
    /** Storages that the DataNode must not use, by storage ID. */
    private final Map<String, IOException> failed = new ConcurrentHashMap<>();

    /**
     * @param storages supplier of the current data directories by storage ID
     * @param marker marker of the journal
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     * @param access check before each access to a replica
     */
    BoundDirectories(
            Supplier<Map<String, Path>> storages, JournalMarker marker, String cacheRoot, ReplicaAccess access) {
        this.storages = storages;
        this.marker = marker;
        this.cacheRoot = cacheRoot;
        this.access = access;
    }

    /**
     * Writes the marker files. A storage on which this fails must not be used without its marker.
     *
     * @param replayFailures storages that the replay could not read or write
     */
    void bind(Map<String, IOException> replayFailures) throws IOException {
        failed.putAll(replayFailures);
        Map<String, Path> now = storages.get();
        for (Map.Entry<String, Path> each : now.entrySet()) {
            if (failed.containsKey(each.getKey())) {
                continue;
            }
            try {
                new JournalMarkers(List.of(each.getValue())).use(marker);
            } catch (IOException e) {
                LOG.error("Cannot write the marker file of the journal in {}", each.getValue(), e);
                failed.put(each.getKey(), e);
            }
        }
        if (failed.keySet().containsAll(now.keySet())) {
            throw new IOException("all data directories failed: " + failed.values());
        }
        warnAboutLocation();
    }

    /**
     * The loss of a data disk that contains the journal is tolerated at the price of all replicas that are being written. A journal in
     * memory is for tests.
     */
    private void warnAboutLocation() throws IOException {
        if (storages.get().size() > 1 && holder().isPresent()) {
            LOG.warn(
                    "The journal in {} shares the disk of a data directory: if that disk is lost in a crash, the DataNode discards"
                            + " its replicas that are being written. Set {} to a directory on a dedicated disk.",
                    marker.directory(),
                    CombinedLogKeys.DIR.name());
        }
        warnAboutMemory();
    }

    private void warnAboutMemory() {
        String type;
        try {
            type = Files.getFileStore(marker.directory()).type();
        } catch (IOException e) {
            // Only a warning depends on it, so it does not prevent the start.
            LOG.warn("Cannot determine whether the journal in {} is in memory", marker.directory(), e);
            return;
        }
        if (IN_MEMORY.contains(type)) {
            LOG.warn(
                    "The journal in {} is in memory ({}): a power failure loses acknowledged bytes. Set {} to a directory on a disk.",
                    marker.directory(),
                    type,
                    CombinedLogKeys.DIR.name());
        }
    }

    /** Returns the data directory that contains the journal. */
    private Optional<Path> holder() throws IOException {
        for (Path dataDir : storages.get().values()) {
            if (marker.directory().startsWith(DataDirectory.real(dataDir))) {
                return Optional.of(dataDir);
            }
        }
        return Optional.empty();
    }

    /** Checks that a data directory does not contain the journal. */
    void checkRemovable(Path dataDir) throws IOException {
        if (holder().equals(Optional.of(dataDir))) {
            throw new IOException("cannot remove " + dataDir + ": it contains the journal in " + marker.directory()
                    + "; stop the DataNode, set " + CombinedLogKeys.DIR.name()
                    + " to another disk, and start it without "
                    + dataDir);
        }
    }

    /** Checks that a data directory that will be added names no other journal and is no copy. */
    void check(Path dataDir) throws IOException {
        new JournalMarkers(List.of(dataDir)).check(marker.directory());
    }

    /** Binds a data directory that will be added. */
    void add(Path dataDir) throws IOException {
        Files.createDirectories(dataDir);
        new JournalMarkers(List.of(dataDir)).use(marker);
    }

    /** Applies the deferred records of a storage that returns, before its replicas are loaded. */
    void replayDeferred(Path dataDir) throws IOException {
        if (!Files.exists(DataDirectory.version(dataDir))) {
            return;
        }
        String storage = DataDirectory.storageId(dataDir);
        if (DirectoryReplay.deferredStorages(marker.directory()).contains(storage)) {
            Map<String, Path> returned = Map.of(storage, dataDir);
            DirectoryReplay replay = new DirectoryReplay(marker.directory(), returned, cacheRoot, access);
            ReplayReport report = replay.runDeferred();
            LOG.info("Replayed the deferred records of {}: {}", dataDir, report);
            JournalOpener.reportFailures(report, marker.directory(), returned);
            if (!replay.failedStorages().isEmpty()) {
                throw new IOException(
                        "cannot apply the records of " + dataDir + " in the journal",
                        replay.failedStorages().get(storage));
            }
        }
        failed.remove(storage);
    }

    /** Releases a data directory that is removed. It stays bound to the journal if that keeps its records. */
    void remove(Path dataDir) throws IOException {
        Optional<String> storage = storageOf(dataDir);
        boolean bound = storage.isPresent()
                && (failed.containsKey(storage.get())
                        || DirectoryReplay.deferredStorages(marker.directory()).contains(storage.get()));
        if (!bound) {
            JournalMarker.remove(dataDir, JournalMarker.IN_USE);
        }
    }

    /** Finds the ID of the storage in a data directory. The DataNode forgets a failed volume before an operator removes it. */
    private Optional<String> storageOf(Path dataDir) throws IOException {
        for (Map.Entry<String, Path> each : storages.get().entrySet()) {
            if (each.getValue().equals(dataDir)) {
                return Optional.of(each.getKey());
            }
        }
        return Files.exists(DataDirectory.version(dataDir))
                ? Optional.of(DataDirectory.storageId(dataDir))
                : Optional.empty();
    }

    /** Releases all working data directories of a journal that is empty. */
    void clear() throws IOException {
        new JournalMarkers(working().values()).clear();
    }

    /** Returns the storages that must not be used, with the cause by storage ID. */
    Map<String, IOException> failed() {
        return Map.copyOf(failed);
    }

    /** Returns the data directories that have not failed, by storage ID. */
    Map<String, Path> working() {
        Map<String, Path> working = new LinkedHashMap<>(storages.get());
        working.keySet().removeAll(failed.keySet());
        return working;
    }

    Collection<Path> workingPaths() {
        return List.copyOf(working().values());
    }
}
