package org.underbase.combinedlog.client;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Vectors of a class path without tiers: none can be set, read or restored. */
final class NoTierVectors implements TierVectors {
    private static final String JARS = "Underbase's jars hdfs-tiered and dist";

    @Override
    public void check(FileSystem fileSystem, Path directory, String vector) {
        throw new IllegalArgumentException("tier vectors require " + JARS + " on the class path");
    }

    @Override
    public Optional<String> own(FileSystem fileSystem, Path directory) {
        return Optional.empty();
    }

    @Override
    public void set(FileSystem fileSystem, Path directory, String policy) throws IOException {
        unset(fileSystem, directory);
    }

    @Override
    public void unset(FileSystem fileSystem, Path directory) throws IOException {
        throw new IOException(
                "cannot restore the tier vector of " + directory + ": add " + JARS + " to the class path");
    }
}
