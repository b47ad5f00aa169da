package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.underbase.testbed.process.ClusterReaper;

/** A description of a disk of a node. Immutable. */
public sealed interface Disk permits PlainDisk, SlowDisk {
    /** What a disk may be called: it names directories. */
    Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,30}");

    /** A directory on the machine's own disk, as fast as that is. */
    static PlainDisk plain(String name) {
        return new PlainDisk(checked(name));
    }

    /**
     * An emulated disk with a file system of its own, 4 GiB unless said otherwise. Needs root, a C
     * compiler and libfuse3.
     */
    static SlowDisk slow(String name, DiskModel model) {
        return new SlowDisk(checked(name), model, SlowDisk.DEFAULT_BYTES);
    }

    /** Its name among the disks of its node. */
    String name();

    /** Why this disk cannot be had here, in one line; empty when it can. */
    Optional<String> obstacle();

    /**
     * Makes the disk.
     *
     * @param tools of the cluster, shared by all its disks
     * @param home an existing directory for this disk's own files
     * @param mountPoint where its contents shall appear; does not exist yet
     */
    OpenDisk open(DiskTools tools, Path home, Path mountPoint) throws IOException;

    /** The disk that {@link #open} made earlier with the same arguments, maybe in another JVM. */
    OpenDisk reopen(Path home, Path mountPoint);

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a disk's name is lower-case letters, digits and dashes: '" + name + "'");
        }
        return name;
    }

    /**
     * What disks need from the cluster they belong to.
     *
     * @param directory of the cluster
     * @param disks a directory in it below which all homes and mount points are
     */
    record DiskTools(Path directory, Path disks, ClusterReaper guard) {}
}
