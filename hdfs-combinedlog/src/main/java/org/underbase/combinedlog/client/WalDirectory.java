package org.underbase.combinedlog.client;

import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * A directory of WALs as it is.
 *
 * @param path where
 * @param present whether it is there; when not, nothing else is told
 * @param enabled whether its placement was changed by {@link WalDirectories#enable} and not changed back
 * @param policy the storage policy in force; empty where the directory is not there
 * @param inherited whether that policy is its parent's, too
 * @param vector the tier vector or tier policy that was set on it; empty where none was, or nobody asked for vectors
 * @param before what {@link WalDirectories#disable} would bring back; empty where not enabled
 */
public record WalDirectory(
        Path path,
        boolean present,
        boolean enabled,
        Optional<String> policy,
        boolean inherited,
        Optional<String> vector,
        Optional<String> before) {
    /** Checks that nothing is null. */
    public WalDirectory {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(vector, "vector");
        Objects.requireNonNull(before, "before");
    }

    static WalDirectory absent(Path path) {
        return new WalDirectory(path, false, false, Optional.empty(), false, Optional.empty(), Optional.empty());
    }
}
