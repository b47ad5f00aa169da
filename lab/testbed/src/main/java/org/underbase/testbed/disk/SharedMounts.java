package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.Undo;

/**
 * Makes unmounts reach everybody. Whoever enters a network namespace with ip(8) gets a copy of the
 * mount table; a copy of a disk's mount in some other cluster would keep the disk's device busy for
 * as long as that cluster lives. Below a shared mount the copies vanish with the original.
 */
final class SharedMounts {
    private SharedMounts() {}

    /** Makes the directory of the disks a shared mount of its own, once. */
    static synchronized void prepare(DiskTools tools) throws IOException {
        Path directory = tools.disks();
        if (isMountPoint(directory)) {
            return;
        }
        Files.createDirectories(directory);
        tools.guard().remember(new Undo.Mount(directory));
        Command.of("mount", "--bind", directory.toString(), directory.toString())
                .run()
                .orThrow();
        Command.of("mount", "--make-shared", directory.toString()).run().orThrow();
    }

    private static boolean isMountPoint(Path directory) throws IOException {
        return Command.of("mountpoint", "-q", directory.toString()).run().exitCode() == 0;
    }
}
