package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.NoRecords;

/**
 * Pipes, directories, devices, huge files and malformed values in place of the files of a stopped DataNode: the commands, and the
 * open of the journal at a DataNode's start, fail with one line that contains the file and an action.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
    private static final JournalOptions SMALL =
            JournalOptions.defaults().withBufferBytes(16 << 10).withSegments(3, 64 << 10);
    private static final String MARKER_ACTION = "remove it only if the journal of this DataNode is empty";

    @TempDir
    Path directory;

    private Path data;
    private Path journal;
    private Path conf;

    @BeforeEach
    void stoppedDataNode() throws IOException {
        directory = directory.toRealPath();
        data = directory.resolve("data");
        journal = data.resolve("combinedlog");
        Files.createDirectories(data.resolve("current"));
        Files.writeString(data.resolve("current/VERSION"), "storageID=DS-1\n");
        Journal<String> created = Journal.open(DirectoryDevice.open(journal), SMALL);
        created.start(new NoRecords(), failure -> {});
        created.abandon();
        conf = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                conf.resolve("hdfs-site.xml"),
                "<configuration><property><name>dfs.datanode.data.dir</name><value>file://" + data
                        + "</value></property></configuration>");
    }

    private static void pipe(Path file) throws IOException, InterruptedException {
        Files.deleteIfExists(file);
        Process mkfifo =
                new ProcessBuilder("mkfifo", file.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(mkfifo.exitValue()).isZero();
    }

    private void expectFailures(String... message) {
        for (List<String> command : List.of(List.of("status"), List.of("replay", "--dry-run"), List.of("replay"))) {
            String[] args = new String[command.size() + 2];
            command.toArray(args);
            args[command.size()] = "--conf";
            args[command.size() + 1] = conf.toString();
            CommandRun run = CommandRun.run(args);
            assertThat(run.exitCode()).as("%s %s", command, run).isEqualTo(1);
            assertThat(run.err().lines()).as("%s", command).hasSize(1);
            assertThat(run.err()).as("%s", command).contains(message);
        }
    }

    private void expectRejectionByADataNode(String... message) {
        assertThatThrownBy(() -> {
                    try (DirectoryDevice device = DirectoryDevice.open(journal)) {
                        Journal.open(device, SMALL).abandon();
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(message);
    }

    @Test
    void segmentThatIsAPipeOrADirectoryIsRejected() throws Exception {
        Path segment = journal.resolve("segment-5");
        Files.createDirectory(segment);
        expectFailures(segment + " is not a regular file: move it away");
        expectRejectionByADataNode(segment + " is not a regular file: move it away");
        Files.delete(segment);
        pipe(segment);
        expectFailures(segment + " is not a regular file: move it away");
        expectRejectionByADataNode(segment + " is not a regular file: move it away");
    }

    @Test
    void idThatIsAPipeIsRejected() throws Exception {
        Path id = journal.resolve("journal");
        pipe(id);
        expectFailures(id + " is not a regular file: move it away");
        expectRejectionByADataNode(id + " is not a regular file: move it away");
    }

    @Test
    void deferredRecordsThatAreAPipeAreRejected() throws Exception {
        Path deferred = Files.createDirectory(journal.resolve("deferred")).resolve("deferred-1");
        pipe(deferred);
        expectFailures(deferred + " is not a regular file: move it away");
    }

    @Test
    void lockThatIsAPipeIsRejected() throws Exception {
        Path lock = journal.resolve("in_use.lock");
        pipe(lock);
        expectFailures(lock + " is not a regular file: remove it");
        expectRejectionByADataNode(lock + " is not a regular file: remove it");
    }

    @Test
    void versionThatIsAPipeIsRejected() throws Exception {
        Path version = data.resolve("current/VERSION");
        pipe(version);
        CommandRun replay = CommandRun.run("replay", "--conf", conf.toString());
        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.err())
                .isEqualTo(version + " is not a regular file: restore it, or remove this data directory from"
                        + " dfs.datanode.data.dir" + System.lineSeparator());
    }

    @Test
    void markerOfAnotherTypeOrSizeIsRejected() throws Exception {
        for (String name : List.of("combinedlog.location", "combinedlog.invalid")) {
            Path marker = data.resolve(name);
            pipe(marker);
            expectFailures(marker + " is not a regular file: " + MARKER_ACTION);
            Files.delete(marker);
            Files.createDirectory(marker);
            expectFailures(marker + " is not a regular file: " + MARKER_ACTION);
            Files.delete(marker);
            Files.createSymbolicLink(marker, Path.of("/dev/zero"));
            expectFailures(marker + " is not a regular file: " + MARKER_ACTION);
            Files.delete(marker);
            try (RandomAccessFile sparse = new RandomAccessFile(marker.toFile(), "rw")) {
                sparse.setLength(3L << 30);
            }
            expectFailures(marker + " has more than 65536 bytes: " + MARKER_ACTION);
            Files.delete(marker);
        }
    }

    /** Writes a marker with a valid checksum, according to the documented format. */
    private void mark(String id, String sequence, String target) throws IOException {
        String rest = sequence + "\n" + target + "\n" + data + "\n";
        CRC32C crc = new CRC32C();
        crc.update((id + rest).getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                data.resolve("combinedlog.location"),
                "underbase-combinedlog 1 " + id + " " + Long.toHexString(crc.getValue()) + "\n" + rest);
    }

    @Test
    void markerWithAMalformedValueIsCorrupt() throws IOException {
        String message = "corrupt file " + data.resolve("combinedlog.location") + ": " + MARKER_ACTION;
        String id = new UUID(1, 2).toString();
        mark(id, "abc", journal.toString());
        expectFailures(message);
        mark(id, "-1", journal.toString());
        expectFailures(message);
        mark("zzz", "1", journal.toString());
        expectFailures(message);
        mark(id, "1", "/a\0b");
        expectFailures(message);
        mark(id, "1", "relative");
        expectFailures(message);
    }

    @Test
    void copyOfASegmentIsRejected() throws IOException {
        Files.copy(journal.resolve("segment-1"), journal.resolve("segment-9"));
        String message = "segment-1 and segment-9 in " + journal + " are copies of one segment, epoch ";
        expectFailures(message, ": move one of them away");
        expectRejectionByADataNode(message, ": move one of them away");
        Files.delete(journal.resolve("segment-9"));
        assertThat(CommandRun.run("status", "--conf", conf.toString()).exitCode())
                .isZero();
    }
}
