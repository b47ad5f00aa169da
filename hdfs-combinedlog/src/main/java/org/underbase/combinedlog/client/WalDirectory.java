package org.underbase.combinedlog.client;

import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * State of a directory of WALs.
 *
 * @param path path of the directory
 * @param exists whether the directory exists; otherwise all other values are empty
 * @param enabled whether {@link WalDirectories#enable} changed its placement
 * @param policy effective storage policy; empty if the directory is missing
 * @param inherited whether the parent has the same policy
 * @param vector tier vector or tier policy that was set on it; empty if none was set
 * @param previous description of the placement that {@link WalDirectories#disable} restores; empty if not enabled
 */
public record WalDirectory(
        Path path, boolean exists, boolean enabled, String policy, boolean inherited, String vector, String previous) {
    /** Checks that nothing is null. */
    public WalDirectory {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(vector, "vector");
        Objects.requireNonNull(previous, "previous");
    }

    static WalDirectory missing(Path path) {
        return new WalDirectory(path, false, false, "", false, "", "");
    }
}
