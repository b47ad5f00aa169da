package org.underbase.testbed.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.disk.Disk.DiskTools;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;

/** Delays, snapshots and removal of emulated disks. The tests mount file systems and therefore have the tag of clusters. */
@Tag("cluster")
class SlowDiskTest {
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    private Path temporary;

    private final SlowDisk description = Disk.slow("hdd", DiskModel.HDD).size(256L * MEBIBYTE);
    private DiskTools tools;
    private ClusterReaper reaper;
    private OpenDisk disk;

    @BeforeEach
    void open() throws IOException {
        Optional<String> obstacle = description.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        Path directory = Files.createDirectories(temporary.resolve("cluster"));
        reaper = ClusterReaper.start("disk" + ProcessHandle.current().pid(), directory);
        Path disks = directory.resolve("disks");
        tools = new DiskTools(directory, disks, reaper);
        disk = open(description, "first");
    }

    private OpenDisk open(SlowDisk slow, String name) throws IOException {
        Path home = Files.createDirectories(tools.disks().resolve(name));
        return slow.open(tools, home, tools.disks().resolve(name + "-mounted"));
    }

    @Test
    void queueIsThatOfTheDescription() throws IOException {
        assertThat(queue(disk)).endsWith(" 128");
        assertThat(queue(open(description.queue(64 << 10, 4), "second"))).isEqualTo("64 4");
    }

    private static String queue(OpenDisk of) throws IOException {
        String device = Command.of(
                        "findmnt",
                        "-n",
                        "-o",
                        "SOURCE",
                        "--mountpoint",
                        of.path().toString())
                .run()
                .orThrow()
                .out()
                .strip();
        Path settings = Path.of("/sys/block", Path.of(device).getFileName().toString(), "queue");
        return Files.readString(settings.resolve("max_sectors_kb")).strip() + " "
                + Files.readString(settings.resolve("nr_requests")).strip();
    }

    @AfterEach
    void close() throws IOException {
        if (reaper != null) {
            reaper.cleanUp();
            assertThat(temporary.resolve("cluster")).doesNotExist();
            assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(temporary.toString());
        }
    }

    @Test
    void snapshotContainsFsyncedFilesOnly() throws IOException {
        disk.model(DiskModel.UNLIMITED);
        Path synced = disk.path().resolve("synced");
        try (FileChannel channel = FileChannel.open(synced, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            channel.force(true);
        }
        try (FileChannel directory = FileChannel.open(disk.path(), StandardOpenOption.READ)) {
            directory.force(true);
        }
        disk.snapshot();
        Files.write(disk.path().resolve("later"), new byte[] {7});
        disk.restore();
        assertThat(Files.readAllBytes(synced)).containsExactly(1, 2, 3);
        assertThat(disk.path().resolve("later")).doesNotExist();
        assertThatThrownBy(() -> disk.restore()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void sequentialWritesTakeTheTimeOfTheBandwidth() throws IOException {
        Duration took = write("big", 50, 1 << 20);
        // 50 MiB at 100 MB/s, minus the time by which earlier late wake-ups are compensated.
        assertThat(took).isGreaterThan(Duration.ofMillis(500));
        assertThat(counters().bytes().written()).isGreaterThanOrEqualTo(50L * MEBIBYTE);
    }

    @Test
    void randomReadsTakeTheTimeOfSeeks() throws IOException {
        write("data", 50, 1 << 20);
        DiskCounters before = counters();
        int reads = 40;
        long start = System.nanoTime();
        for (int i = 0; i < reads; i++) {
            // Never at the end of the previous read.
            dd(
                    "if=" + disk.path().resolve("data"),
                    "of=/dev/null",
                    "bs=4096",
                    "count=1",
                    "iflag=direct",
                    "skip=" + (i * 7919L % 12_000 + 1));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(10L * reads));
        DiskCounters did = counters().minus(before);
        assertThat(did.bytes().read()).isGreaterThanOrEqualTo(4096L * reads);
        assertThat(did.reads()).isGreaterThanOrEqualTo(reads);
        assertThat(did.seeks()).isGreaterThanOrEqualTo(reads);
        assertThat(Duration.ofNanos(did.busyNanos())).isGreaterThan(Duration.ofMillis(10L * reads));
    }

    /** A process of another cluster that enters a namespace keeps a copy of all mounts. */
    @Test
    void diskIsRemovedWhileAProcessHasACopyOfTheMountTable() throws IOException {
        Process holder = new ProcessBuilder(
                        "unshare", "--mount", "--propagation", "slave", "sh", "-c", "echo ready; exec sleep 600")
                .start();
        try (BufferedReader out = holder.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            reaper.cleanUp();
            assertThat(Command.of("losetup", "-a").run().out()).doesNotContain(temporary.toString());
            assertThat(holder.isAlive()).isTrue();
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void modelChangesWhileTheDiskIsInUse() throws IOException {
        disk.model(DiskModel.HDD.bandwidth(1_000_000));
        Duration slow = write("slow", 5, 1 << 20);
        assertThat(slow).isGreaterThan(Duration.ofSeconds(5));
        disk.model(DiskModel.UNLIMITED);
        // Milliseconds without load: a loaded machine is not 100 times slower.
        assertThat(write("fast", 5, 1 << 20)).isLessThan(slow);
    }

    private DiskCounters counters() throws IOException {
        return disk.counters().orElseThrow();
    }

    /** Writes with direct I/O. */
    private Duration write(String file, int count, int size) throws IOException {
        long start = System.nanoTime();
        dd("if=/dev/zero", "of=" + disk.path().resolve(file), "bs=" + size, "count=" + count, "oflag=direct");
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void dd(String... arguments) throws IOException {
        String[] words = new String[arguments.length + 1];
        words[0] = "dd";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        Command.of(words).run().orThrow();
    }
}
