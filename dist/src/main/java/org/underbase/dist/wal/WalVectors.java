package org.underbase.dist.wal;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.combinedlog.client.TierVectors;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.TierChange;
import org.underbase.tier.client.TieredFileSystem;

/** Replica vectors of the WAL directories. Found by {@link java.util.ServiceLoader}. */
public final class WalVectors implements TierVectors {
    private static final int AS_IT_IS = 0;

    /** For the service loader. */
    public WalVectors() {
        // Stateless.
    }

    @Override
    public void check(FileSystem fileSystem, Path directory, String vector) throws IOException {
        try (TieredFileSystem tiers = TieredFileSystem.of(fileSystem)) {
            tiers.check(directory, new TierChange.SetPolicy(vector, AS_IT_IS));
        }
    }

    @Override
    public Optional<String> own(FileSystem fileSystem, Path directory) throws IOException {
        try (TieredFileSystem tiers = TieredFileSystem.of(fileSystem)) {
            String path = fileSystem.resolvePath(directory).toUri().getPath();
            FilePlacement placement = tiers.placement(directory);
            return placement
                    .policyPath()
                    .filter(holder -> holder.toUri().getPath().equals(path))
                    .map(holder -> placement.policy());
        }
    }

    @Override
    public void set(FileSystem fileSystem, Path directory, String policy) throws IOException {
        try (TieredFileSystem tiers = TieredFileSystem.of(fileSystem)) {
            tiers.setRepPolicy(directory, policy, AS_IT_IS);
        }
    }

    @Override
    public void unset(FileSystem fileSystem, Path directory) throws IOException {
        try (TieredFileSystem tiers = TieredFileSystem.of(fileSystem)) {
            tiers.unsetRepPolicy(directory);
        }
    }
}
