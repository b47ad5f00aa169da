package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Disk in use. Thread-safe. */
public interface OpenDisk {
    /** Returns the name. */
    String name();

    /** Returns the directory of its contents. */
    Path path();

    /** Returns the counters of the device; empty for a plain directory. */
    Optional<DiskCounters> counters() throws IOException;

    /**
     * Changes the disk's model, from its next operation on.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    void model(DiskModel model) throws IOException;

    /**
     * Saves the contents of the device at this moment, as after a power failure: without data in the file system's page cache.
     * The device writes nothing during the copy.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    void snapshot() throws IOException;

    /**
     * Restores the contents that {@link #snapshot} saved and mounts them. No process may use the disk.
     *
     * @throws IllegalStateException if there is no snapshot
     */
    void restore() throws IOException;
}
