package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.Undo;

/**
 * Shared mount of a cluster's disks, which propagates unmounts to all mount namespaces. A process that enters a network
 * namespace with ip(8) gets a copy of the mount table. Such a copy in another cluster would keep the device of a disk busy
 * as long as that cluster runs.
 */
public final class SharedMounts {
    private SharedMounts() {}

    /** Makes the directory of the disks a shared mount, once. */
    public static synchronized void prepare(DiskTools tools) throws IOException {
        Path directory = tools.disks();
        if (isMountPoint(directory)) {
            return;
        }
        Files.createDirectories(directory);
        tools.reaper().remember(new Undo.Mount(directory));
        Command.of("mount", "--bind", directory.toString(), directory.toString())
                .run()
                .orThrow();
        Command.of("mount", "--make-shared", directory.toString()).run().orThrow();
    }

    private static boolean isMountPoint(Path directory) throws IOException {
        return Command.of("mountpoint", "-q", directory.toString()).run().exitCode() == 0;
    }
}
