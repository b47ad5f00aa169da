package org.underbase.bench.combinedlog.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.OpenDisk;
import org.underbase.testbed.disk.SlowDisk;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;

/**
 * Directory on a disk. Its contents are removed with the emulated disk, or with the work directory on the machine's disk.
 */
public final class Scratch implements AutoCloseable {
    private static final long BYTES = 4L << 30;

    private final Path path;
    private final Optional<Emulated> emulated;

    private Scratch(Path path, Optional<Emulated> emulated) {
        this.path = path;
        this.emulated = emulated;
    }

    private record Emulated(OpenDisk disk, ClusterReaper guard) {}

    /**
     * Creates the directory and, if it is emulated, the disk.
     *
     * @param medium kind of disk
     * @param work work directory of the run
     * @param name name of the directory, unique in this run
     * @throws IOException if the disk cannot be created
     */
    public static Scratch open(Medium medium, Path work, String name) throws IOException {
        return open(medium, work, name, BYTES);
    }

    /**
     * Creates the directory as {@link #open(Medium, Path, String)} does, on an emulated disk of another size.
     *
     * @param medium kind of disk
     * @param work work directory of the run
     * @param name name of the directory, unique in this run
     * @param bytes size of the emulated disk, in bytes; its image is sparse
     * @throws IOException if the disk cannot be created
     */
    public static Scratch open(Medium medium, Path work, String name, long bytes) throws IOException {
        if (medium == Medium.MACHINE) {
            return new Scratch(Files.createDirectories(work.resolve(name)), Optional.empty());
        }
        Path directory = Files.createDirectories(Memory.directory(work, name));
        ClusterReaper guard = ClusterReaper.start(directory.getFileName().toString(), directory);
        try {
            SlowDisk disk = Disk.slow("hdd", DiskModel.HDD).size(bytes);
            Path disks = directory.resolve("disks");
            Path mounted = disks.resolve("mounted");
            OpenDisk open = disk.open(
                    new DiskTools(directory, disks, guard), Files.createDirectories(disks.resolve("home")), mounted);
            return new Scratch(mounted, Optional.of(new Emulated(open, guard)));
        } catch (IOException | RuntimeException e) {
            guard.cleanUp();
            throw e;
        }
    }

    /** Returns the path of the directory. */
    public Path path() {
        return path;
    }

    /** Returns the emulated disk. */
    private OpenDisk disk() {
        return emulated.orElseThrow(() -> new IllegalStateException(path + " is not on an emulated disk"))
                .disk();
    }

    /**
     * Changes the speed of the emulated disk.
     *
     * @param model new model
     * @throws IOException if it cannot be changed
     */
    public void model(DiskModel model) throws IOException {
        disk().model(model);
    }

    /**
     * Writes back all pages of the emulated disk's file system and returns the bytes that the device has written since its
     * creation, with the file system's metadata.
     *
     * @throws IOException if the file system cannot be synced
     */
    public long written() throws IOException {
        Command.of("sync", "-f", path.toString()).run().orThrow();
        return counters().bytes().written();
    }

    /** Returns the counters of the emulated disk since its creation. */
    public DiskCounters counters() throws IOException {
        return disk().counters().orElseThrow();
    }

    /** @throws IOException if an emulated disk cannot be removed */
    @Override
    public void close() throws IOException {
        if (emulated.isPresent()) {
            emulated.get().guard().cleanUp();
        }
    }
}
