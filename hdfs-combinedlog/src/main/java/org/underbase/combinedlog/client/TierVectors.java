package org.underbase.combinedlog.client;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What sets on which tiers of DataNodes the files of a directory have their replicas. An implementation is found by
 * {@link java.util.ServiceLoader}; there may be none. Implementations are thread-safe and have a public constructor
 * without parameters.
 */
public interface TierVectors {
    /**
     * Checks what {@link #set} checks, and changes nothing.
     *
     * @param fileSystem with the directory
     * @param directory which
     * @param vector as {@code log=3}
     * @throws IOException where the cluster has no tiers, or cannot grant this vector
     */
    void check(FileSystem fileSystem, Path directory, String vector) throws IOException;

    /**
     * Tells what was set on a directory itself.
     *
     * @param fileSystem with the directory
     * @param directory which
     * @return a vector or the name of a policy; empty where the directory inherits
     * @throws IOException where the cluster has no tiers or cannot be reached
     */
    Optional<String> own(FileSystem fileSystem, Path directory) throws IOException;

    /**
     * Sets it, durably. Idempotent.
     *
     * @param fileSystem with the directory
     * @param directory which
     * @param policy a vector, or what {@link #own} returned
     * @throws IOException where it was not set
     */
    void set(FileSystem fileSystem, Path directory, String policy) throws IOException;

    /**
     * Lets a directory inherit, durably. Idempotent.
     *
     * @param fileSystem with the directory
     * @param directory which
     * @throws IOException where it was not done
     */
    void unset(FileSystem fileSystem, Path directory) throws IOException;
}
