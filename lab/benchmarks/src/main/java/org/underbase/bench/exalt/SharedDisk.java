package org.underbase.bench.exalt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.process.ClusterReaper;

/** Emulated disk of 100 MB/s with a directory for a cluster. */
final class SharedDisk implements AutoCloseable {
    static final DiskModel MODEL = DiskModel.HDD;

    private static final long SIZE = 32L << 30;
    private static final Disk DISK = Disk.slow("hdd", MODEL).size(SIZE);

    private static final double NANOS = 1e9;

    private final ClusterReaper guard;
    private final Path directory;

    /**
     * Creates the disk.
     *
     * @param home missing directory; {@link #close} removes it
     */
    SharedDisk(Path home) throws IOException {
        Files.createDirectories(home);
        guard = ClusterReaper.start(
                "bench" + home.getFileName() + ProcessHandle.current().pid(), home);
        Path disks = home.resolve("disks");
        DISK.open(
                new DiskTools(home, disks, guard),
                Files.createDirectories(disks.resolve("home")),
                disks.resolve("disk"));
        directory = disks.resolve("disk").resolve("cluster");
    }

    /** Returns the reason why this machine cannot emulate a disk; empty if it can. */
    static Optional<String> obstacle() {
        return DISK.obstacle();
    }

    /** Returns the cluster's directory on the disk, which does not exist. */
    Path directory() {
        return directory;
    }

    /**
     * Syncs all written data to the disk.
     *
     * @return duration in seconds
     */
    double sync() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process sync = new ProcessBuilder("sync", "-f", directory.toString())
                .redirectErrorStream(true)
                .start();
        String output;
        try (InputStream out = sync.getInputStream()) {
            output = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        int code = sync.waitFor();
        if (code != 0) {
            throw new IOException("sync -f " + directory + " exited with " + code + ": " + output);
        }
        return (System.nanoTime() - begin) / NANOS;
    }

    @Override
    public void close() throws IOException {
        guard.cleanUp();
    }
}
