package org.underbase.bench.combinedlog.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.SlowDisk;
import org.underbase.testbed.process.ClusterReaper;

/**
 * Directory on a disk. Its contents are removed with the emulated disk, or with the work directory on the machine's disk.
 */
public final class Scratch implements AutoCloseable {
    private static final long BYTES = 4L << 30;

    private final Path path;
    private final Optional<ClusterReaper> guard;

    private Scratch(Path path, Optional<ClusterReaper> guard) {
        this.path = path;
        this.guard = guard;
    }

    /**
     * Creates the directory and, if it is emulated, the disk.
     *
     * @param medium kind of disk
     * @param work work directory of the run
     * @param name name of the directory, unique in this run
     * @throws IOException if the disk cannot be created
     */
    public static Scratch open(Medium medium, Path work, String name) throws IOException {
        if (medium == Medium.MACHINE) {
            return new Scratch(Files.createDirectories(work.resolve(name)), Optional.empty());
        }
        Path directory = Files.createDirectories(Memory.directory(work, name));
        ClusterReaper guard = ClusterReaper.start(directory.getFileName().toString(), directory);
        try {
            SlowDisk disk = Disk.slow("hdd", DiskModel.HDD).size(BYTES);
            Path disks = directory.resolve("disks");
            Path mounted = disks.resolve("mounted");
            disk.open(new DiskTools(directory, disks, guard), Files.createDirectories(disks.resolve("home")), mounted);
            return new Scratch(mounted, Optional.of(guard));
        } catch (IOException | RuntimeException e) {
            guard.cleanUp();
            throw e;
        }
    }

    /** Returns the path of the directory. */
    public Path path() {
        return path;
    }

    /** @throws IOException if an emulated disk cannot be removed */
    @Override
    public void close() throws IOException {
        if (guard.isPresent()) {
            guard.get().cleanUp();
        }
    }
}
