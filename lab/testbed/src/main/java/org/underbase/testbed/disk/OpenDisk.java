package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A disk in use. Thread-safe. */
public interface OpenDisk {
    String name();

    /** Where its contents are. */
    Path path();

    /** Bytes that reached the device itself since it was made, when the device is ours to count on. */
    Optional<DiskBytes> deviceBytes() throws IOException;

    /**
     * Changes how slow the disk is, from its next operation on.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    void model(DiskModel model) throws IOException;

    /**
     * Remembers what is on the device at this moment, as a power cut would leave it: what is in the page cache of the file
     * system above is not in it. Nothing is written to the device meanwhile.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    void snapshot() throws IOException;

    /**
     * Puts back what {@link #snapshot} remembered and mounts it: power is on again. No process may use the disk.
     *
     * @throws IllegalStateException when there is no snapshot
     */
    void restore() throws IOException;
}
