package org.underbase.bench.exalt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.process.Guard;

/** An emulated disk of 100 MB/s, with a directory on it. */
final class SharedDisk implements AutoCloseable {
    static final DiskModel MODEL = DiskModel.HDD;

    private static final long SIZE = 12L << 30;
    private static final Disk DISK = Disk.slow("hdd", MODEL).size(SIZE);

    private final Guard guard;
    private final Thread hook;
    private final Path directory;

    /** @param home a directory that does not exist yet; gone at the end */
    SharedDisk(Path home) throws IOException {
        Files.createDirectories(home);
        guard = Guard.start(
                "bench" + home.getFileName() + ProcessHandle.current().pid(), home);
        hook = guard.shutdownHook();
        Runtime.getRuntime().addShutdownHook(hook);
        Path disks = home.resolve("disks");
        DISK.open(
                new DiskTools(home, disks, guard),
                Files.createDirectories(disks.resolve("home")),
                disks.resolve("disk"));
        directory = disks.resolve("disk").resolve("cluster");
    }

    /** Why there can be none here; empty when there can. */
    static Optional<String> obstacle() {
        return DISK.obstacle();
    }

    /** On the disk; does not exist yet. */
    Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(hook);
        guard.cleanUp();
    }
}
