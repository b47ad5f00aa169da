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

/** An emulated disk of 100 MB/s, with a directory on it. */
final class SharedDisk implements AutoCloseable {
    static final DiskModel MODEL = DiskModel.HDD;

    private static final long SIZE = 32L << 30;
    private static final Disk DISK = Disk.slow("hdd", MODEL).size(SIZE);

    private static final double NANOS = 1e9;

    private final ClusterReaper guard;
    private final Thread hook;
    private final Path directory;

    /** @param home a directory that does not exist yet; gone at the end */
    SharedDisk(Path home) throws IOException {
        Files.createDirectories(home);
        guard = ClusterReaper.start(
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

    /**
     * Waits until all that was written is on the disk, and not in memory any more.
     *
     * @return seconds that it took
     */
    double sync() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process sync = new ProcessBuilder("sync", "-f", directory.toString())
                .redirectErrorStream(true)
                .start();
        String said;
        try (InputStream out = sync.getInputStream()) {
            said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        int code = sync.waitFor();
        if (code != 0) {
            throw new IOException("sync -f " + directory + " ended with " + code + ": " + said);
        }
        return (System.nanoTime() - begin) / NANOS;
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(hook);
        guard.cleanUp();
    }
}
