package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.underbase.testbed.process.ClusterReaper;

/** Description of a disk of a node. Immutable. */
public sealed interface Disk permits PlainDisk, SlowDisk {
    /** Pattern of a disk's name, which is also the name of directories. */
    Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,30}");

    /** Returns a directory on the machine's disk. */
    static PlainDisk plain(String name) {
        return new PlainDisk(checked(name));
    }

    /**
     * Returns an emulated disk with its file system, 4 GiB unless {@link SlowDisk#size} changes it. It needs root, a C
     * compiler and libfuse3.
     */
    static SlowDisk slow(String name, DiskModel model) {
        return new SlowDisk(checked(name), model, SlowDisk.DEFAULT_BYTES, LoopQueue.KERNEL);
    }

    /** Returns the name, which is unique on its node. */
    String name();

    /** Returns the reason why this machine cannot have the disk, in one line; empty if it can. */
    Optional<String> obstacle();

    /**
     * Creates the disk.
     *
     * @param tools tools that all disks of the cluster share
     * @param home existing directory for the disk's image and state
     * @param mountPoint missing directory for the disk's contents
     * @return the disk
     */
    OpenDisk open(DiskTools tools, Path home, Path mountPoint) throws IOException;

    /** Returns the disk that {@link #open} created earlier with the same arguments, possibly in another JVM. */
    OpenDisk reopen(Path home, Path mountPoint);

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "invalid name of a disk '" + name + "': use lower-case letters, digits and dashes");
        }
        return name;
    }

    /**
     * Tools that all disks of a cluster share.
     *
     * @param directory directory of the cluster
     * @param disks directory in it that contains all homes and mount points
     * @param reaper remover of mounts and devices
     */
    record DiskTools(Path directory, Path disks, ClusterReaper reaper) {}
}
