package org.underbase.combinedlog.client;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.underbase.combinedlog.mode.SyncMode;

/**
 * Meaning of an hsync and an hflush for new files of a directory.
 *
 * @param path path of the directory
 * @param mode mode of all storage types that its storage policy selects; empty if they have different modes
 * @param policy effective storage policy
 * @param inherited whether the parent has the same policy
 * @param storageTypes storage types that the policy selects
 * @param weakFallbacks storage types of a weaker mode that HDFS uses silently if those of the policy are full or missing
 * @param previous description of the placement that {@link DirectoryModes#unset} restores; empty if the mode was not set
 */
public record DirectoryMode(
        Path path,
        Optional<SyncMode> mode,
        String policy,
        boolean inherited,
        List<StorageType> storageTypes,
        List<StorageType> weakFallbacks,
        String previous) {
    /** Copies the lists. */
    public DirectoryMode {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(previous, "previous");
        storageTypes = List.copyOf(storageTypes);
        weakFallbacks = List.copyOf(weakFallbacks);
    }
}
