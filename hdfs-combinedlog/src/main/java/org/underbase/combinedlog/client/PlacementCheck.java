package org.underbase.combinedlog.client;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.underbase.combinedlog.mode.SyncMode;

/**
 * Placement of the existing replicas below a directory.
 *
 * @param path path of the directory
 * @param mode mode of the directory
 * @param files number of files
 * @param openFiles number of files that are being written
 * @param erasureCodedFiles number of erasure-coded files, which cannot be synced; they are not checked further
 * @param replicas number of replicas by storage type
 * @param misplacedReplicas replicas on storage types of a weaker mode: files with such replicas do not have the directory's mode
 * @param misplacedOpenFiles files with such replicas that are being written
 * @param misplacedFiles the first files with such replicas, at most {@link DirectoryModes#MOST_FILES}
 */
public record PlacementCheck(
        Path path,
        SyncMode mode,
        long files,
        long openFiles,
        long erasureCodedFiles,
        Map<StorageType, Long> replicas,
        long misplacedReplicas,
        long misplacedOpenFiles,
        List<Path> misplacedFiles) {
    /** Copies the collections. */
    public PlacementCheck {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(mode, "mode");
        replicas = Map.copyOf(replicas);
        misplacedFiles = List.copyOf(misplacedFiles);
    }

    /**
     * Reports whether every file has the mode of the directory.
     *
     * @return false if a replica is misplaced or if a file is erasure-coded and the mode is not stock
     */
    public boolean complete() {
        return misplacedReplicas == 0 && (erasureCodedFiles == 0 || mode == SyncMode.STOCK);
    }
}
