package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.OpenDisk;

/** A disk of a node. Thread-safe. */
public final class NodeDisk {
    private final OpenDisk disk;
    private final List<Daemon> users;

    NodeDisk(OpenDisk disk, List<Daemon> users) {
        this.disk = disk;
        this.users = users;
    }

    public String name() {
        return disk.name();
    }

    /** Where its contents are. */
    public Path path() {
        return disk.path();
    }

    /**
     * Bytes read and written.
     *
     * <p>An emulated disk counts every byte that reached the device since the disk was made: the
     * journal and metadata of its file system included, reads that the page cache answered not
     * included, writes once they leave the page cache.
     *
     * <p>For a plain directory it is what the kernel accounts to the DataNodes that store on it
     * ({@code read_bytes} and {@code write_bytes} of {@code /proc/PID/io}): bytes fetched from
     * storage on their behalf, and pages they made dirty, whether written back yet or not. The
     * DataNodes' logs are in it. A DataNode that stores on several plain disks is counted in full
     * on each. Runs ended by {@link Daemon#kill} or {@link Daemon#stop} are included; a run that
     * ended by itself is not. On tmpfs both are 0.
     */
    public DiskBytes bytes() throws IOException {
        Optional<DiskBytes> device = disk.deviceBytes();
        if (device.isPresent()) {
            return device.get();
        }
        DiskBytes sum = DiskBytes.NONE;
        for (Daemon user : users) {
            sum = sum.plus(user.diskBytes());
        }
        return sum;
    }

    /**
     * Changes how slow it is, from its next operation on.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    public void model(DiskModel model) throws IOException {
        disk.model(model);
    }

    /**
     * Remembers what is on the device at this moment, as a power cut would leave it. Pause the daemons that use it before.
     *
     * @throws UnsupportedOperationException for a plain directory
     */
    public void snapshot() throws IOException {
        disk.snapshot();
    }

    /**
     * Puts back what {@link #snapshot} remembered. Kill the daemons that use the disk before, and start them after it.
     *
     * @throws IllegalStateException when there is no snapshot
     */
    public void restore() throws IOException {
        disk.restore();
    }

    @Override
    public String toString() {
        return disk.name() + " at " + disk.path();
    }
}
