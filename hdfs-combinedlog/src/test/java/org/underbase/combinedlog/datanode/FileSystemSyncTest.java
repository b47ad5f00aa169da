package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplicaStore.Durability;

class FileSystemSyncTest {
    private static final int MANY = FileSystemSync.MIN_REPLICAS;

    @TempDir
    private Path directory;

    private final FakeHost host = new FakeHost();
    private Path journal;
    private Path data;
    private Path sameDevice;
    private Path otherDevice;

    /** Host with two file systems. */
    private final class FakeHost implements SyncHost {
        private final Map<Path, Long> devices = new HashMap<>();
        private final List<List<String>> syncs = new ArrayList<>();
        private String kernel = "Linux 6.1.0";
        private String type = "ext4";
        private long usableBytes = 1 << 20;
        private String command = "/usr/bin/sync";
        private Exit version = new Exit(0, "sync (GNU coreutils) 9.1\nCopyright");
        private Exit result = new Exit(0, "");
        private Optional<String> boot = Optional.of("boot1");
        private int boots;
        private final List<Path> fsyncs = new ArrayList<>();
        private IOException fsyncFailure;
        private int versions;
        private boolean interrupting;
        private boolean interruptingAfterwards;

        @Override
        public String kernel() {
            return kernel;
        }

        @Override
        public String type(Path any) {
            return type;
        }

        @Override
        public long usableBytes(Path any) {
            return usableBytes;
        }

        @Override
        public long device(Path path) throws IOException {
            if (!Files.exists(path)) {
                throw new NoSuchFileException(path.toString());
            }
            return devices.get(path);
        }

        @Override
        public boolean isExecutable(String any) {
            return any.equals(command);
        }

        @Override
        public Exit run(List<String> argv, Runnable waiting) throws IOException {
            if (argv.equals(List.of(command, "--version"))) {
                versions++;
                return version;
            }
            assertThat(journal).as("marker file during the sync").isNotEmptyDirectory();
            syncs.add(argv);
            if (interruptingAfterwards) {
                Thread.currentThread().interrupt();
            }
            if (interrupting) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            return result;
        }

        @Override
        public Optional<String> boot() {
            boots++;
            return boot;
        }

        @Override
        public void fsync(Path path) throws IOException {
            fsyncs.add(path);
            assertThat(path).exists();
            if (fsyncFailure != null) {
                throw fsyncFailure;
            }
        }
    }

    @BeforeEach
    void create() throws IOException {
        journal = Files.createDirectory(directory.resolve("journal"));
        data = create("data", 1);
        sameDevice = create("same", 1);
        otherDevice = create("other", 2);
    }

    private Path create(String name, long device) throws IOException {
        Path created = Files.createDirectory(directory.resolve(name));
        host.devices.put(created, device);
        return created;
    }

    private static void idle() {}

    private FileSystemSync sync() {
        return new FileSystemSync(journal, ReplicaAccess.PERMITTED, true, host);
    }

    @Test
    void eachFileSystemIsSyncedOnceByTheCommand() throws IOException {
        FileSystemSync sync = sync();

        assertThat(sync.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.SYNC);
        assertThat(sync.run(sameDevice, FileSystemSyncTest::idle)).isEqualTo(Durability.SYNC);
        assertThat(sync.run(otherDevice, FileSystemSyncTest::idle)).isEqualTo(Durability.SYNC);

        assertThat(host.syncs)
                .containsExactly(
                        List.of("/usr/bin/sync", "-f", data.toString()),
                        List.of("/usr/bin/sync", "-f", otherDevice.toString()));
        assertThat(host.fsyncs)
                .as("flush of the disk")
                .containsExactly(
                        data.resolve(FileSystemSync.PROBE),
                        data,
                        otherDevice.resolve(FileSystemSync.PROBE),
                        otherDevice);
        assertThat(data).isEmptyDirectory();
        assertThat(journal).isEmptyDirectory();
    }

    @Test
    void versionOfTheCommandIsDeterminedOnce() {
        FileSystemSync sync = sync();

        assertThat(sync.durability(data, MANY)).isEqualTo(Durability.SYNC);
        assertThat(sync.durability(otherDevice, MANY)).isEqualTo(Durability.SYNC);

        assertThat(host.versions).isEqualTo(1);
    }

    @Test
    void failedAndUnsupportedSyncsAreCounted() throws IOException {
        FileSystemSync sync = sync();
        host.type = "btrfs";
        sync.durability(data, MANY - 1);
        assertThat(sync.unsupported()).isZero();
        sync.durability(data, MANY);
        assertThat(sync.unsupported()).isEqualTo(1);
        host.result = new SyncHost.Exit(SyncHost.Exit.NOT_STARTED, "");
        sync.run(otherDevice, FileSystemSyncTest::idle);
        assertThat(sync.unsupported()).isEqualTo(2);
        assertThat(sync.failed()).isZero();
        host.result = new SyncHost.Exit(1, "");
        sync.run(data, FileSystemSyncTest::idle);
        sync.run(sameDevice, FileSystemSyncTest::idle);
        assertThat(sync.failed()).isEqualTo(2);
        FileSystemSync next = sync();
        next.durability(data, 1);
        assertThat(next.failed()).as("after a process exit").isEqualTo(1);
        assertThat(next.unsupported()).isZero();
    }

    @Test
    void secondPathOfTheCommandIsUsed() throws IOException {
        host.command = "/bin/sync";

        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.SYNC);
        assertThat(sync().run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.SYNC);

        assertThat(host.syncs).containsExactly(List.of("/bin/sync", "-f", data.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit code", "flush"})
    void failedSyncAffectsOnlyItsFileSystemUntilTheJournalIsStarted(String cause) throws IOException {
        if (cause.equals("flush")) {
            host.fsyncFailure = new IOException("Input/output error");
        } else {
            host.result = new SyncHost.Exit(1, "sync: error syncing: Input/output error");
        }
        FileSystemSync first = sync();
        assertThat(first.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.REWRITE);
        host.result = new SyncHost.Exit(0, "");
        host.fsyncFailure = null;

        assertThat(first.run(sameDevice, FileSystemSyncTest::idle))
                .as("same file system")
                .isEqualTo(Durability.REWRITE);
        assertThat(first.run(otherDevice, FileSystemSyncTest::idle))
                .as("other file system")
                .isEqualTo(Durability.SYNC);
        assertThat(host.syncs).hasSize(2);
        FileSystemSync second = sync();
        assertThat(second.durability(sameDevice, 1)).as("after a process exit").isEqualTo(Durability.REWRITE);
        assertThat(second.durability(otherDevice, MANY)).isEqualTo(Durability.SYNC);

        second.end();
        assertThat(journal).isEmptyDirectory();
        assertThat(sync().durability(sameDevice, MANY)).as("next replay").isEqualTo(Durability.SYNC);
    }

    /** No sync has received the I/O error of a replica: a rewrite of all replicas would take much longer. */
    @ParameterizedTest
    @ValueSource(strings = {"start", "temporary file", "marker file"})
    void replicasAreFsyncedIfNoSyncHasFailed(String cause) throws IOException {
        switch (cause) {
            case "start" -> host.result = new SyncHost.Exit(SyncHost.Exit.NOT_STARTED, "Cannot run program");
            case "temporary file" ->
                Files.createDirectories(data.resolve(FileSystemSync.PROBE).resolve("full"));
            default -> Files.delete(journal);
        }
        FileSystemSync sync = sync();

        assertThat(sync.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.FSYNC);
        assertThat(sync.run(sameDevice, FileSystemSyncTest::idle))
                .as("same file system")
                .isEqualTo(Durability.FSYNC);

        assertThat(host.syncs).hasSize(cause.equals("marker file") ? 0 : 1);
        assertThat(host.fsyncs).isEmpty();
        if (!cause.equals("marker file")) {
            assertThat(journal).isEmptyDirectory();
        }
    }

    /** Each access to a file of an interrupted thread fails. */
    @Test
    void interruptEndsTheReplayIfTheTemporaryFileCannotBeWritten() throws IOException {
        Files.createDirectories(data.resolve(FileSystemSync.PROBE).resolve("full"));
        host.interruptingAfterwards = true;

        assertThatThrownBy(() -> sync().run(data, FileSystemSyncTest::idle)).isInstanceOf(InterruptedIOException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(marker(1)).exists();
    }

    /** The page cache is new: it contains what is on disk. */
    @Test
    void markerFileOfAnotherStartOfTheSystemDoesNotApplyAndIsDeleted() throws IOException {
        host.result = new SyncHost.Exit(1, "");
        assertThat(sync().run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.REWRITE);
        host.result = new SyncHost.Exit(0, "");
        host.boot = Optional.of("boot2");

        FileSystemSync second = sync();
        assertThat(second.durability(data, MANY)).isEqualTo(Durability.SYNC);
        assertThat(second.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.SYNC);
        second.end();

        assertThat(journal).isEmptyDirectory();
    }

    @Test
    void rewrittenReplicasAreRememberedUntilTheJournalIsStarted() throws IOException {
        host.result = new SyncHost.Exit(1, "");
        FileSystemSync first = sync();
        assertThat(first.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.REWRITE);
        first.rewritten(data, 1);
        first.rewritten(data, 23);
        Files.writeString(marker(1), data + " 2", StandardOpenOption.APPEND);

        FileSystemSync second = sync();
        assertThat(second.durability(data, MANY)).isEqualTo(Durability.REWRITE);
        assertThat(second.isRewritten(data, 1)).isTrue();
        assertThat(second.isRewritten(data, 23)).isTrue();
        assertThat(second.isRewritten(data, 2)).as("incomplete line").isFalse();
        assertThat(second.isRewritten(sameDevice, 1)).isFalse();

        second.end();
        FileSystemSync third = sync();
        assertThat(third.run(data, FileSystemSyncTest::idle)).isEqualTo(Durability.REWRITE);
        FileSystemSync fourth = sync();
        assertThat(fourth.durability(data, MANY)).isEqualTo(Durability.REWRITE);
        assertThat(fourth.isRewritten(data, 1)).isFalse();
    }

    /** A replay may rewrite 100,000 replicas. */
    @Test
    void manyRewrittenReplicasThatCannotBeNotedAreLoggedOnce() throws IOException {
        Files.createDirectory(marker(1));
        host.boots = 0;
        FileSystemSync sync = sync();
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNodeJournal.class));
        for (int id = 1; id <= MANY; id++) {
            sync.rewritten(data, id);
        }
        log.stopCapturing();
        assertThat(log.getOutput()).containsOnlyOnce("Cannot note the rewritten block files of " + data);
        assertThat(host.boots).isEqualTo(1);
    }

    @Test
    void markerFileAppliesIfTheStartOfTheSystemIsUnknown() throws IOException {
        Files.createFile(marker(1));
        host.boot = Optional.empty();
        assertThat(sync().durability(data, 1)).as("unknown now").isEqualTo(Durability.REWRITE);
        sync().end();

        Files.createFile(marker(1));
        host.boot = Optional.of("boot2");
        assertThat(sync().durability(data, 1)).as("unknown earlier").isEqualTo(Durability.REWRITE);
        assertThat(sync().durability(otherDevice, 1)).isEqualTo(Durability.FSYNC);
    }

    @Test
    void markerFilesApplyIfTheyCannotBeSearched() throws IOException {
        Files.delete(journal);

        assertThat(sync().durability(data, 1)).isEqualTo(Durability.REWRITE);
    }

    private Path marker(long device) {
        return sync().marker(device);
    }

    @Test
    void markerFileIsPrivateAndTheTemporaryFileOfAnInterruptedSyncIsDeleted() throws IOException {
        host.result = new SyncHost.Exit(1, "");
        sync().run(data, FileSystemSyncTest::idle);
        Path marker = marker(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(marker)))
                .isEqualTo("rw-------");
        Files.createFile(data.resolve(FileSystemSync.PROBE));

        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.REWRITE);

        assertThat(data).isEmptyDirectory();
    }

    @Test
    void interruptEndsTheReplayAndKeepsTheMarkerFile() {
        host.interrupting = true;

        assertThatThrownBy(() -> sync().run(data, FileSystemSyncTest::idle)).isInstanceOf(InterruptedIOException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(marker(1)).exists();
    }

    @Test
    void markerFileAppliesIfTheTemporaryFileCannotBeDeleted() throws IOException {
        Files.createDirectories(data.resolve(FileSystemSync.PROBE).resolve("notEmpty"));
        Files.createFile(marker(1));

        assertThat(sync().durability(data, 1)).isEqualTo(Durability.REWRITE);
    }

    @Test
    void anyMarkerFileAppliesIfTheFileSystemIsUnknown() throws IOException {
        Files.createFile(marker(2));

        assertThat(sync().durability(data, 1)).isEqualTo(Durability.FSYNC);
        assertThat(sync().durability(directory.resolve("missing"), 1)).isEqualTo(Durability.REWRITE);
    }

    @Test
    void fullDiskIsNotSynced() {
        host.usableBytes--;

        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.FSYNC);
    }

    @Test
    void settingTurnsTheSyncOff() {
        FileSystemSync sync = new FileSystemSync(journal, ReplicaAccess.PERMITTED, false, host);

        assertThat(sync.durability(data, MANY)).isEqualTo(Durability.FSYNC);
        assertThat(sync.unsupported()).as("an operator's choice").isZero();
    }

    @Test
    void fewReplicasAreFsynced() {
        assertThat(sync().durability(data, MANY - 1)).isEqualTo(Durability.FSYNC);
        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.SYNC);
    }

    @Test
    void missingDirectoryIsFsynced() throws IOException {
        Files.delete(data);

        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.FSYNC);
    }

    @ParameterizedTest
    @CsvSource({
        "Linux 5.8.0-1-generic, true",
        "Linux 6.1, true",
        "Linux 5.7.19, false",
        "Linux 4.18.0-553.el8.x86_64, false",
        "Linux unknown, false",
        "Linux 99999999999.1, false",
        "Mac OS X 14.4, false"
    })
    void syncRequiresLinux58(String kernel, boolean supported) {
        host.kernel = kernel;

        assertThat(sync().durability(data, MANY)).isEqualTo(supported ? Durability.SYNC : Durability.FSYNC);
    }

    @ParameterizedTest
    @CsvSource({"ext4, true", "xfs, true", "btrfs, false", "overlay, false", "nfs4, false", "ext3, false"})
    void syncRequiresExt4OrXfs(String type, boolean supported) {
        host.type = type;

        assertThat(sync().durability(data, MANY)).isEqualTo(supported ? Durability.SYNC : Durability.FSYNC);
    }

    @ParameterizedTest
    @CsvSource({
        "0, sync (GNU coreutils) 8.24, true",
        "0, sync (GNU coreutils) 8.23, false",
        "0, sync (GNU coreutils) 10.0, true",
        "0, sync (uutils coreutils) 0.0.27, false",
        "1, sync: unrecognized option '--version', false",
        "1, sync (GNU coreutils) 9.1, false",
        "0, BusyBox v1.36.1, false"
    })
    void syncRequiresGnuCoreutils(int code, String output, boolean supported) {
        host.version = new SyncHost.Exit(code, output);

        assertThat(sync().durability(data, MANY)).isEqualTo(supported ? Durability.SYNC : Durability.FSYNC);
    }

    @Test
    void syncRequiresTheCommand() {
        host.command = "/usr/local/bin/sync";

        assertThat(sync().durability(data, MANY)).isEqualTo(Durability.FSYNC);
    }

    @Test
    void localCommandSyncsADirectoryAndReportsAMissingOne() throws IOException {
        LocalSyncHost local = new LocalSyncHost();
        assumeThat(local.isExecutable("/usr/bin/sync")).isTrue();
        assertThat(local.run(List.of("/usr/bin/sync", "-f", data.toString()), FileSystemSyncTest::idle))
                .isEqualTo(new SyncHost.Exit(0, ""));
        SyncHost.Exit missing =
                local.run(List.of("/usr/bin/sync", "-f", data.resolve("missing").toString()), FileSystemSyncTest::idle);
        assertThat(missing.code()).isNotZero();
        assertThat(missing.output()).contains("missing");
        assertThat(local.run(List.of(data.resolve("missing").toString()), FileSystemSyncTest::idle)
                        .code())
                .isEqualTo(SyncHost.Exit.NOT_STARTED);
    }

    @Test
    void localCommandRunsInAnEmptyEnvironment() throws IOException {
        assertThat(new LocalSyncHost().run(List.of("/usr/bin/env"), FileSystemSyncTest::idle))
                .isEqualTo(new SyncHost.Exit(0, "LC_ALL=C"));
    }

    @Test
    void directoriesOfAFileSystemHaveTheSameDevice() throws IOException {
        LocalSyncHost local = new LocalSyncHost();
        assertThat(local.device(data)).isEqualTo(local.device(otherDevice));
    }

    @Test
    void startOfTheSystemIsKnownOnlyFromAFileOfTheKernel() throws IOException {
        LocalSyncHost local = new LocalSyncHost();
        assumeThat(Path.of("/proc/sys/kernel/random/boot_id")).exists();
        assertThat(local.boot()).isPresent().isEqualTo(local.boot());
        Path mounted = Files.writeString(directory.resolve("boot_id"), "5a1f");
        assertThat(local.boot(mounted)).isEmpty();
        assertThat(local.boot(directory.resolve("missing"))).isEmpty();
    }
}
