package org.underbase.bench.simulator.pagecache;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.disk.SharedMounts;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.MemoryGroup;
import org.underbase.testbed.process.Programs;
import org.underbase.testbed.process.Undo;

/**
 * File system ext4 without a journal on a loop device with direct I/O, so that the device transfers exactly the pages that the
 * cache of the file system does not contain, and some metadata. A reaper removes it even if this JVM is killed.
 */
final class LoopFileSystem implements AutoCloseable {
    private static final long BYTES = 2L << 30;
    private static final String READ_AHEAD_KIB = "128";

    private final ClusterReaper reaper;
    private final Path device;
    private final Path directory;

    private LoopFileSystem(ClusterReaper reaper, Path device, Path directory) {
        this.reaper = reaper;
        this.device = device;
        this.directory = directory;
    }

    /** Returns why this machine cannot have the file system; empty if it can. */
    static Optional<String> obstacle() {
        if (!Programs.root()) {
            return Optional.of("loop devices need root");
        }
        if (!Files.exists(Path.of("/dev/loop-control"))) {
            return Optional.of("this machine lacks /dev/loop-control");
        }
        return Programs.missing("losetup", "mkfs.ext4", "mount").map(missing -> "loop devices need " + missing);
    }

    /**
     * Creates the file system.
     *
     * @param home missing directory for its image and mount point
     */
    static LoopFileSystem create(Path home) throws IOException {
        Files.createDirectories(home);
        ClusterReaper reaper =
                ClusterReaper.start("page-cache-" + ProcessHandle.current().pid(), home);
        return reaper.create(() -> {
            Path image = home.resolve("image");
            try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
                file.setLength(BYTES);
            }
            run("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "lazy_itable_init=0", image.toString());
            reaper.remember(new Undo.Loop(image));
            String device = run("losetup", "-f", "--show", "--direct-io=on", image.toString());
            Files.writeString(
                    Path.of("/sys/block", Path.of(device).getFileName().toString(), "queue", "read_ahead_kb"),
                    READ_AHEAD_KIB);
            DiskTools tools = new DiskTools(home, home.resolve("disks"), reaper);
            SharedMounts.prepare(tools);
            Path directory = Files.createDirectories(tools.disks().resolve("mounted"));
            reaper.remember(new Undo.Mount(directory));
            LoopFileSystem created = new LoopFileSystem(reaper, Path.of(device), directory);
            created.mount();
            return created;
        });
    }

    private void mount() throws IOException {
        run("mount", "-o", "noatime", device.toString(), directory.toString());
    }

    /** Writes all dirty pages and empties the cache of the file system. */
    void remount() throws IOException {
        run("umount", directory.toString());
        mount();
    }

    /** Creates a control group, which is removed with the file system. */
    MemoryGroup limitMemory(long bytes) throws IOException {
        MemoryGroup group =
                MemoryGroup.of("underbase-page-cache-" + ProcessHandle.current().pid());
        reaper.remember(new Undo.ControlGroup(group.path()));
        group.create(bytes);
        return group;
    }

    private static String run(String... words) throws IOException {
        return Command.of(words).run().orThrow().out().strip();
    }

    Path device() {
        return device;
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        reaper.cleanUp();
    }
}
