package org.underbase.combinedlog.client;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Access to the replica vectors of directories, if the cluster has tiers. {@link java.util.ServiceLoader} finds the
 * implementation, which is optional. Implementations are thread-safe and have a public constructor without parameters.
 */
public interface TierVectors {
    /**
     * Performs the checks of {@link #set} without changing anything.
     *
     * @param fileSystem file system of the directory
     * @param directory directory to read or change
     * @param vector replica vector, such as {@code log=3}
     * @throws IOException if the cluster has no tiers, or too few nodes for this vector
     */
    void check(FileSystem fileSystem, Path directory, String vector) throws IOException;

    /**
     * Returns the vector that was set on the directory itself.
     *
     * @param fileSystem file system of the directory
     * @param directory directory to read or change
     * @return vector or name of a tier policy; empty if inherited
     * @throws IOException if the cluster has no tiers or is unreachable
     */
    Optional<String> own(FileSystem fileSystem, Path directory) throws IOException;

    /**
     * Sets a vector persistently. Idempotent.
     *
     * @param fileSystem file system of the directory
     * @param directory directory to read or change
     * @param policy replica vector, or the result of {@link #own}
     * @throws IOException if it was not set
     */
    void set(FileSystem fileSystem, Path directory, String policy) throws IOException;

    /**
     * Removes the vector, so that the directory inherits. Idempotent.
     *
     * @param fileSystem file system of the directory
     * @param directory directory to read or change
     * @throws IOException if it was not removed
     */
    void unset(FileSystem fileSystem, Path directory) throws IOException;
}
