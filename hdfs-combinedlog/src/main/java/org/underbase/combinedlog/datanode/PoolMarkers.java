package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Markers that bind a journal to the states of block pools: a replay must not apply records that are older than the replicas. */
final class PoolMarkers {
    private static final Logger LOG = LoggerFactory.getLogger(PoolMarkers.class);

    private final Map<String, Path> storages;

    /** @param storages data directories by storage ID */
    PoolMarkers(Map<String, Path> storages) {
        this.storages = Map.copyOf(storages);
    }

    /** Marker of a pool in a data directory, and the current state of the pool. */
    private record Found(PoolMarker marker, Optional<PoolState> state) {}

    /**
     * Marks a block pool that a DataNode with the combined log begins to load: outside of the directory that every DataNode
     * empties, so until {@link #loaded}, the run of another DataNode is not detected.
     */
    void loading(String pool, UUID journal) throws IOException {
        int written = 0;
        IOException last = null;
        for (Path dataDir : storages.values()) {
            try {
                Optional<PoolState> state = DataDirectory.state(dataDir, pool);
                if (state.isPresent()) {
                    new PoolMarker(journal, state.get()).write(loadingDirectory(dataDir, pool));
                    written++;
                }
            } catch (IOException e) {
                // As in loaded().
                last = e;
            }
        }
        if (written == 0 && last != null) {
            throw last;
        }
    }

    /** Removes the markers of an earlier load, so that they do not hide the run of another DataNode. */
    void removeLoading(String pool) throws IOException {
        for (Path dataDir : storages.values()) {
            PoolMarker.remove(loadingDirectory(dataDir, pool));
        }
    }

    private static Path loadingDirectory(Path dataDir, String pool) {
        return DataDirectory.temporary(dataDir, pool).getParent();
    }

    /** Marks a block pool whose replicas were loaded by a DataNode with the combined log. */
    void loaded(String pool, UUID journal) throws IOException {
        int written = 0;
        IOException last = null;
        for (Path dataDir : storages.values()) {
            try {
                written += loaded(dataDir, pool, journal) ? 1 : 0;
            } catch (IOException e) {
                // One marker suffices. The DataNode detects a failed volume.
                last = e;
            }
        }
        if (written == 0 && last != null) {
            throw last;
        }
    }

    /** Marks a block pool in one data directory; false if the directory does not contain the pool. */
    static boolean loaded(Path dataDir, String pool, UUID journal) throws IOException {
        Path directory = DataDirectory.temporary(dataDir, pool);
        Optional<PoolState> state = DataDirectory.state(dataDir, pool);
        if (!Files.isDirectory(directory) || state.isEmpty()) {
            return false;
        }
        new PoolMarker(journal, state.get()).write(directory);
        PoolMarker.remove(loadingDirectory(dataDir, pool));
        return true;
    }

    /**
     * Checks that the block pools are in the state in which records were written.
     *
     * @param pools IDs of the storages with records, by block pool
     * @param journal ID of the journal that the DataNode used last; empty if a later one may have replaced it
     * @param records location of the records, for messages
     * @throws IOException if a DataNode without the combined log or with another journal has loaded a pool since then, if a pool
     *     was upgraded or rolled back, or if its layout is that of another Hadoop release
     */
    void check(Map<String, Set<String>> pools, Optional<UUID> journal, Path records) throws IOException {
        for (Map.Entry<String, Set<String>> pool : pools.entrySet()) {
            Map<Path, Found> markers = markers(pool.getKey());
            for (String storage : pool.getValue()) {
                Path dataDir = storages.get(storage);
                if (markers.containsKey(dataDir)) {
                    check(dataDir, pool.getKey(), markers.get(dataDir), journal, records);
                }
            }
            boolean known = storages.values().stream()
                    .anyMatch(dataDir -> Files.isDirectory(DataDirectory.temporary(dataDir, pool.getKey())));
            if (known && markers.isEmpty()) {
                throw outdated(
                        "a DataNode without the combined log has run on the block pool " + pool.getKey(), records);
            }
        }
    }

    /** Location of a pool's marker in a data directory. */
    private interface Location {
        Path of(Path dataDir, String pool);
    }

    /** If the load of the pool was interrupted, the markers are only where {@link #loading} has written them. */
    private Map<Path, Found> markers(String pool) throws IOException {
        Map<Path, Found> loaded = markers(pool, DataDirectory::temporary);
        return loaded.isEmpty() ? markers(pool, PoolMarkers::loadingDirectory) : loaded;
    }

    private Map<Path, Found> markers(String pool, Location directory) throws IOException {
        Map<Path, Found> markers = new HashMap<>();
        for (Path dataDir : storages.values()) {
            try {
                Optional<PoolMarker> marker = PoolMarker.read(directory.of(dataDir, pool));
                if (marker.isPresent()) {
                    markers.put(dataDir, new Found(marker.get(), DataDirectory.state(dataDir, pool)));
                }
            } catch (CorruptMarkerException e) {
                throw e;
            } catch (IOException e) {
                // The replay isolates a failing disk.
                LOG.warn("Cannot read the marker of the block pool {} in {}", pool, dataDir, e);
            }
        }
        return markers;
    }

    private static void check(Path dataDir, String pool, Found found, Optional<UUID> journal, Path records)
            throws IOException {
        PoolMarker marker = found.marker();
        if (journal.isPresent() && !marker.journal().equals(journal.get())) {
            throw outdated(
                    "a DataNode with another journal has run on the block pool " + pool + " in " + dataDir, records);
        }
        if (found.state().isPresent()) {
            checkLayout(found.state().get(), pool, dataDir, records);
        }
        if (!found.state().equals(Optional.of(marker.state()))) {
            String now = found.state().map(PoolState::toString).orElse("an unknown state");
            throw outdated(
                    "an upgrade or rollback from " + marker.state() + " to " + now + " changed the block pool " + pool
                            + " in " + dataDir,
                    records);
        }
    }

    private static IOException outdated(String change, Path records) {
        return new IOException(change + ", since the records in " + records
                + " were written: they are outdated; to continue without them, move " + records + " away and remove "
                + JournalMarker.IN_USE + " from the data directories");
    }

    private static void checkLayout(PoolState state, String pool, Path dataDir, Path records) throws IOException {
        int supported = DataNodeLayoutVersion.getCurrentLayoutVersion();
        if (state.layoutVersion() != supported) {
            throw new IOException("the block pool " + pool + " in " + dataDir + " has layout " + state.layoutVersion()
                    + ", and Hadoop " + VersionInfo.getVersion() + " has layout " + supported
                    + ": before the upgrade, run `underbase combinedlog replay` with the Hadoop release that wrote the"
                    + " records in " + records);
        }
    }
}
