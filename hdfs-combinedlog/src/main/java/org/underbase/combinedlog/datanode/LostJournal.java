package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.journal.JournalView;

/**
 * Loss of a journal with the data directory that contains it, if the DataNode tolerates the failure of that directory's volume
 * ({@code dfs.datanode.failed.volumes.tolerated}). Synced bytes of the other volumes may be lost as well.
 *
 * <p>A finalized replica that lost bytes is detected by its length, generation stamp or checksums. A replica that was being written
 * is not: a block recovery may take its length as that of the block, and truncate the complete replicas of other DataNodes.
 * Replicas that were being written are therefore set aside, so that the DataNode has lost them like those of the failed volume.
 */
final class LostJournal {
    private static final Logger LOG = LoggerFactory.getLogger(LostJournal.class);
    private static final String SET_ASIDE = "combinedlog.lost-";

    private LostJournal() {}

    /**
     * Invalidates the last used journal if it is lost with its data directory; otherwise does nothing. May be repeated after a crash.
     *
     * @param conf configuration of the DataNode, with all data directories
     * @param dataDirs data directories of the working volumes
     */
    static void discard(Configuration conf, Collection<Path> dataDirs) throws IOException {
        JournalMarkers markers = new JournalMarkers(dataDirs);
        Optional<JournalMarker> marker = markers.lastUsed();
        if (marker.isEmpty() || exists(marker.get())) {
            return;
        }
        Optional<Path> failed = failedHome(conf, dataDirs, marker.get().directory());
        if (failed.isEmpty()) {
            return;
        }
        List<Path> aside = new ArrayList<>();
        for (Path dataDir : dataDirs) {
            for (String pool : DataDirectory.pools(dataDir)) {
                setAside(dataDir, pool, marker.get()).ifPresent(aside::add);
            }
        }
        ReplicaCaches.delete(dataDirs, ReplicaCaches.root(conf));
        markers.invalidate(marker.get());
        LOG.error(
                "The journal in {} is lost with the failed data directory {}. Replicas that were being written may lack synced"
                        + " bytes; they are set aside in {}. HDFS has other replicas of their blocks, unless they were written"
                        + " with one replica.",
                marker.get().directory(),
                failed.get(),
                aside);
    }

    private static boolean exists(JournalMarker marker) {
        try {
            return JournalView.idIn(marker.directory()).equals(Optional.of(marker.journal()));
        } catch (IOException e) {
            LOG.warn("Cannot read the journal in {}", marker.directory(), e);
            return false;
        }
    }

    /** Returns the configured data directory that contains the journal, if its volume has failed. */
    private static Optional<Path> failedHome(Configuration conf, Collection<Path> dataDirs, Path journal)
            throws IOException {
        for (StorageLocation location : DataNode.getStorageLocations(conf)) {
            Path dataDir = Path.of(location.getUri().getPath());
            if (journal.startsWith(DataDirectory.real(dataDir)) && !dataDirs.contains(dataDir)) {
                return Optional.of(dataDir);
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> setAside(Path dataDir, String pool, JournalMarker marker) throws IOException {
        Path written = DataDirectory.replicas(dataDir, pool).resolve("rbw");
        if (!Files.isDirectory(written)) {
            return Optional.empty();
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(written)) {
            files = all.toList();
        }
        Path target = dataDir.resolve("current").resolve(pool).resolve(SET_ASIDE + marker.journal());
        if (files.isEmpty()) {
            return Optional.of(target).filter(Files::exists);
        }
        Files.createDirectories(target);
        for (Path file : files) {
            Files.move(file, target.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        for (Path changed : List.of(target, target.getParent(), written)) {
            LocalFile.force(changed);
        }
        return Optional.of(target);
    }
}
