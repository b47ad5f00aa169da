package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.OpenDisk;

/** Disk of a node. Thread-safe. */
public final class NodeDisk {
    private final OpenDisk disk;
    private final List<Daemon> users;

    NodeDisk(OpenDisk disk, List<Daemon> users) {
        this.disk = disk;
        this.users = users;
    }

    /** Returns the name, which is unique on its node. */
    public String name() {
        return disk.name();
    }

    /** Returns the directory of its contents. */
    public Path path() {
        return disk.path();
    }

    /**
     * Returns the bytes read and written.
     *
     * <p>An emulated disk counts every byte that the device read or wrote since its creation, including journal and metadata
     * of its file system. Reads from the page cache do not count. Writes count when they leave the page cache.
     *
     * <p>A plain directory has the kernel's counters of the DataNodes that store on it ({@code read_bytes} and {@code
     * write_bytes} of {@code /proc/PID/io}): bytes that they fetched from storage, and pages that they made dirty, whether
     * written back or not. The DataNodes' logs count, too. A DataNode that stores on several plain disks counts fully on
     * each. Runs that {@link Daemon#kill} or {@link Daemon#stop} ended are included; other ended runs are not. On tmpfs both
     * are 0.
     */
    public DiskBytes bytes() throws IOException {
        Optional<DiskCounters> device = disk.counters();
        if (device.isPresent()) {
            return device.get().bytes();
        }
        DiskBytes sum = DiskBytes.NONE;
        for (Daemon user : users) {
            sum = sum.plus(user.diskBytes());
        }
        return sum;
    }

    /**
     * Returns the counters of an emulated disk since its creation.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    public DiskCounters counters() throws IOException {
        return disk.counters()
                .orElseThrow(
                        () -> new UnsupportedOperationException("a plain directory has no counters: use Disk.slow"));
    }

    /**
     * Changes the disk's model, from its next operation on.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    public void model(DiskModel model) throws IOException {
        disk.model(model);
    }

    /**
     * Saves the contents of the device at this moment, as after a power failure. Pause the daemons that use it before.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    public void snapshot() throws IOException {
        disk.snapshot();
    }

    /**
     * Restores the contents that {@link #snapshot} saved. Kill the daemons that use the disk before, and start them afterwards.
     *
     * @throws IllegalStateException if there is no snapshot
     */
    public void restore() throws IOException {
        disk.restore();
    }

    @Override
    public String toString() {
        return disk.name() + " at " + disk.path();
    }
}
