package org.underbase.testbed.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;
import org.underbase.testbed.process.Programs;
import org.underbase.testbed.process.Undo;

/**
 * Emulated slow disk: ext4 on a loop device with direct I/O on a FUSE file that delays operations as the model requires (see
 * {@code slowdisk.c}).
 *
 * @param name name, which is unique on its node
 * @param model initial model
 * @param sizeBytes size of the device, in bytes; its backing file is sparse
 * @param queue queue of the device
 */
public record SlowDisk(String name, DiskModel model, long sizeBytes, LoopQueue queue) implements Disk {
    static final long DEFAULT_BYTES = 4L << 30;

    private static final long MIN_BYTES = 64L << 20;
    private static final Duration START = Duration.ofMinutes(2);

    public SlowDisk {
        if (sizeBytes < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "invalid size of an emulated disk, " + sizeBytes + " bytes: must be at least " + MIN_BYTES);
        }
    }

    /** Copies the disk with another size in bytes, at least 64 MiB. */
    public SlowDisk size(long bytes) {
        return new SlowDisk(name, model, bytes, queue);
    }

    /**
     * Copies the disk with another queue. A disk much slower than 100 MB/s needs a short one: otherwise a commit of the file
     * system's journal, which delays creates and renames, waits for megabytes of data.
     *
     * @param requestBytes maximum size of a request, in bytes, a multiple of 4 KiB
     * @param requests maximum number of requests, at least 4
     */
    public SlowDisk queue(int requestBytes, int requests) {
        return new SlowDisk(name, model, sizeBytes, new LoopQueue(requestBytes, requests));
    }

    @Override
    public Optional<String> obstacle() {
        if (!Programs.root()) {
            return Optional.of("slow disks need root");
        }
        Optional<String> missing = Programs.missing("gcc", "pkg-config", "losetup", "mkfs.ext4", "mountpoint");
        if (missing.isPresent()) {
            return Optional.of("slow disks need " + missing.get() + ": " + SlowDiskProgram.INSTALL);
        }
        for (String device : new String[] {"/dev/fuse", "/dev/loop-control"}) {
            if (!Files.exists(Path.of(device))) {
                return Optional.of("slow disks need " + device + ", which this machine lacks");
            }
        }
        return SlowDiskProgram.obstacle();
    }

    @Override
    public OpenDisk open(DiskTools tools, Path home, Path mountPoint) throws IOException {
        return tools.reaper().create(() -> create(tools, home, mountPoint));
    }

    private OpenDisk create(DiskTools tools, Path home, Path mountPoint) throws IOException {
        SharedMounts.prepare(tools);
        Path program = SlowDiskProgram.compiled(tools.directory());
        Path image = home.resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(sizeBytes);
        }
        // At full speed, before the slow layer starts. A new file is all zeros and needs no initialization.
        run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=1,lazy_journal_init=1", "-i", "65536", image.toString());
        Path fuse = Files.createDirectories(home.resolve("fuse"));
        DiskState state = DiskState.create(home.resolve("state"), model);
        serve(tools, program, image, state, fuse);
        Path device = fuse.resolve("disk");
        tools.reaper().remember(new Undo.Loop(device));
        Files.createDirectories(mountPoint);
        tools.reaper().remember(new Undo.Mount(mountPoint));
        mount(device, mountPoint, queue);
        return new Opened(name, mountPoint, state, image, queue);
    }

    private static void mount(Path device, Path mountPoint, LoopQueue queue) throws IOException {
        String loop = run("losetup", "-f", "--show", "--direct-io=on", device.toString());
        queue.apply(loop);
        run("mount", "-o", "noatime,noinit_itable", loop, mountPoint.toString());
    }

    private void serve(DiskTools tools, Path program, Path image, DiskState state, Path fuse) throws IOException {
        tools.reaper().remember(new Undo.SlowDisk(fuse, state.file()));
        ProcessBuilder builder = new ProcessBuilder(Programs.inSession(
                program.toString(), image.toString(), state.file().toString(), fuse.toString()));
        Path log = fuse.resolveSibling("log");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        tools.reaper().markDisk(builder.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        Awaitility.await("the slow disk " + name)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(START)
                .until(() -> !process.isAlive() || Files.exists(fuse.resolve("disk")));
        if (!process.isAlive()) {
            throw new IOException("the slow disk " + name + " did not start: "
                    + Files.readString(log).strip());
        }
        Files.writeString(pidFile(image), Long.toString(process.pid()));
    }

    private static Path pidFile(Path image) {
        return image.resolveSibling("pid");
    }

    @Override
    public OpenDisk reopen(Path home, Path mountPoint) {
        return new Opened(name, mountPoint, new DiskState(home.resolve("state")), home.resolve("image"), queue);
    }

    private static String run(String... words) throws IOException {
        CommandResult result = Command.of(words).run().orThrow();
        return result.out().strip();
    }

    private record Opened(String name, Path path, DiskState state, Path image, LoopQueue queue) implements OpenDisk {
        @Override
        public Optional<DiskCounters> counters() throws IOException {
            return Optional.of(state.counters());
        }

        @Override
        public void model(DiskModel model) throws IOException {
            state.model(model);
        }

        private Path snapshotFile() {
            return image.resolveSibling("snapshot");
        }

        @Override
        public void snapshot() throws IOException {
            String server = Files.readString(pidFile(image)).strip();
            String command = Files.readString(Path.of("/proc", server, "cmdline"));
            if (!command.contains(image.toString())) {
                throw new IOException("the process " + server + " no longer serves the disk " + name);
            }
            // The process of the device is paused: the image lacks writes that it has not received.
            run("kill", "-STOP", server);
            try {
                run("cp", "--sparse=always", image.toString(), snapshotFile().toString());
            } finally {
                run("kill", "-CONT", server);
            }
        }

        @Override
        public void restore() throws IOException {
            if (!Files.exists(snapshotFile())) {
                throw new IllegalStateException("the disk " + name + " has no snapshot");
            }
            String loop = run("findmnt", "-n", "-o", "SOURCE", "--mountpoint", path.toString());
            // The du process of a killed DataNode may still read the directories.
            Awaitility.await("unmount of the disk " + name)
                    .pollInSameThread()
                    .atMost(START)
                    .until(() -> Command.of("umount", path.toString()).run().exitCode() == 0);
            Awaitility.await("the loop device of " + name)
                    .pollInSameThread()
                    .atMost(START)
                    .until(() -> Command.of("losetup", "-d", loop).run().exitCode() == 0
                            || run("losetup", "-n", "-O", "BACK-FILE", loop).isEmpty());
            // Into the same file, because its process has it open.
            run("cp", "--sparse=always", snapshotFile().toString(), image.toString());
            Files.delete(snapshotFile());
            mount(image.resolveSibling("fuse").resolve("disk"), path, queue);
        }
    }
}
