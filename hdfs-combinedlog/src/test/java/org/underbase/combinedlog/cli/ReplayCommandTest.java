package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replay of the directories of a DataNode after a power failure, and the start of a stock DataNode on them. */
@Tag("cluster")
class ReplayCommandTest {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/log");
    private static final int SYNCED = 100_001;

    @TempDir
    Path directory;

    private static Configuration configuration(boolean journaled) {
        Configuration conf = new HdfsConfiguration();
        if (journaled) {
            conf.set(
                    "dfs.datanode.fsdataset.factory",
                    "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory");
            conf.set("dfs.datanode.combinedlog.segment.size", "1m");
            conf.set("dfs.datanode.combinedlog.segment.max", "1m");
        }
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.heartbeat.interval", 1);
        // The scanner would replace a file while the directories are copied.
        conf.setInt("dfs.datanode.scan.period.hours", -1);
        return conf;
    }

    private Path home() {
        return directory.resolve("cluster");
    }

    private MiniDFSCluster cluster(boolean journaled, boolean format) throws IOException {
        MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration(journaled), home().toFile())
                .numDataNodes(1)
                .storagesPerDatanode(2)
                .format(format)
                .build();
        cluster.waitActive();
        return cluster;
    }

    private static String[] replay(List<Path> dataDirectories, String... more) {
        List<String> args = new ArrayList<>(List.of("replay"));
        dataDirectories.forEach(each -> args.addAll(List.of("--data-dir", each.toString())));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    /** Removes all bytes that were not fsynced in their file, the worst case of a power failure. */
    private static void losePower(List<Path> dataDirectories, long left) throws IOException {
        for (Path data : dataDirectories) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.filter(each -> each.toString().contains("/rbw/blk_"))
                        .toList()) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(left);
                    }
                }
            }
        }
    }

    @Test
    void stockDataNodeServesSyncedBytesAfterAReplay() throws IOException {
        byte[] bytes = new byte[SYNCED];
        new Random(5).nextBytes(bytes);
        List<Path> data;
        Path crashed = directory.resolve("crashed");
        try (MiniDFSCluster cluster = cluster(true, true)) {
            data = List.of(
                    cluster.getInstanceStorageDir(0, 0).toPath(),
                    cluster.getInstanceStorageDir(0, 1).toPath());
            FSDataOutputStream out = cluster.getFileSystem().create(FILE, (short) 1);
            for (int at = 0; at < SYNCED; at += 9_091) {
                out.write(bytes, at, 9_091);
                out.hsync();
            }
            // Includes the NameNode's state, because the client closes the file when the cluster is shut down.
            FileUtils.copyDirectory(home().toFile(), crashed.toFile());
            CommandRun running = CommandRun.run(replay(data));
            assertThat(running.exitCode()).isEqualTo(1);
            assertThat(running.err()).contains("is in use: stop its DataNode first");
        }
        FileUtils.deleteDirectory(home().toFile());
        FileUtils.moveDirectory(crashed.toFile(), home().toFile());
        losePower(data, 0);

        Path journal = data.get(0).resolve("combinedlog");
        CommandRun status = CommandRun.run("status", "--dir", journal.toString(), "--json");
        assertThat(status.json().get("replicas").asInt()).as(status.out()).isEqualTo(1);
        assertThat(status.json().get("dataBytes").asLong()).isGreaterThanOrEqualTo(SYNCED);

        String storage = status.json().get("storages").get(0).get("id").asText();
        rejectsAMissingDirectory(data, storage, journal);

        CommandRun dryRun = CommandRun.run(replay(data, "--dry-run"));
        assertThat(dryRun.exitCode()).as(dryRun.err()).isZero();
        assertThat(dryRun.out()).contains("of 1 replica", "nothing was changed");
        assertThat(CommandRun.run("status", "--dir", journal.toString(), "--json"))
                .isEqualTo(status);

        Map<String, Long> segments = segments(journal);
        CommandRun replayed = CommandRun.run(replay(data, "--json"));
        assertThat(replayed.exitCode()).as(replayed.err()).isZero();
        assertThat(segments(journal))
                .as("sizes: the disk may have no more space")
                .isEqualTo(segments);
        assertThat(replayed.json().get("report").get("repaired").asInt()
                        + replayed.json().get("report").get("created").asInt())
                .as(replayed.out())
                .isEqualTo(1);
        assertThat(replayed.json().get("report").get("corruptCount").asInt()).isZero();

        CommandRun again = CommandRun.run(replay(data, "--remove", "--journal-dir", journal.toString()));
        assertThat(again.out()).as(again.err()).contains("nothing to replay", "The journal is deleted.");
        assertThat(journal).doesNotExist();
        assertThat(CommandRun.run(replay(data)).err()).contains("no journal in " + journal);

        try (MiniDFSCluster stock = cluster(false, false)) {
            DistributedFileSystem fs = stock.getFileSystem();
            await().atMost(Duration.ofMinutes(2)).until(() -> fs.recoverLease(FILE));
            byte[] found = new byte[SYNCED];
            try (FSDataInputStream in = fs.open(FILE)) {
                in.readFully(0, found);
            }
            assertThat(found).isEqualTo(bytes);
            assertThat(fs.getFileStatus(FILE).getLen()).isEqualTo(SYNCED);
        }
    }

    private static Map<String, Long> segments(Path journal) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal, "segment-*")) {
            for (Path each : files) {
                sizes.put(each.getFileName().toString(), Files.size(each));
            }
        }
        return sizes;
    }

    private static void rejectsAMissingDirectory(List<Path> data, String storage, Path journal) throws IOException {
        for (Path each : data) {
            CommandRun partial =
                    CommandRun.run(replay(List.of(each), "--journal-dir", journal.toString(), "--dry-run"));
            boolean has = Files.readString(each.resolve("current/VERSION")).contains(storage);
            assertThat(partial.exitCode()).as(partial.err()).isEqualTo(has ? 0 : 1);
            if (!has) {
                assertThat(partial.err()).contains("--discard-storage " + storage);
                assertThat(CommandRun.run(replay(
                                        List.of(each),
                                        "--journal-dir",
                                        journal.toString(),
                                        "--dry-run",
                                        "--discard-storage",
                                        storage))
                                .exitCode())
                        .isZero();
            }
        }
    }

    /** Copies of a DataNode's directories, each with another kind of corruption. */
    @Test
    void lostDataIsReportedByTheDryRunAndByTheReplay() throws IOException {
        byte[] bytes = new byte[900_000];
        new Random(6).nextBytes(bytes);
        List<Path> originals;
        try (MiniDFSCluster cluster = cluster(true, true)) {
            originals = List.of(
                    cluster.getInstanceStorageDir(0, 0).toPath(),
                    cluster.getInstanceStorageDir(0, 1).toPath());
            FSDataOutputStream out = cluster.getFileSystem().create(FILE, (short) 1);
            // Oversized: the journal contains only the bytes after it.
            out.write(bytes, 0, 600_000);
            out.hsync();
            for (int at = 600_000; at < bytes.length; at += 10_000) {
                out.write(bytes, at, 10_000);
                out.hsync();
            }
            for (String each : List.of("intact", "truncated", "byte", "segment", "header", "short")) {
                FileUtils.copyDirectory(home().toFile(), directory.resolve(each).toFile());
            }
            assertThat(CommandRun.run(replay(copies(originals, "intact"), "--dry-run"))
                            .exitCode())
                    .isZero();
        }
        losePower(copies(originals, "byte"), 700_000);
        Path truncated = only(copies(originals, "truncated"), "/rbw/blk_[0-9]+");
        truncate(truncated, 300_000);
        corrupt(segment(copies(originals, "byte")), 40 * 4096 + 100);
        Files.delete(segment(copies(originals, "segment")));
        corrupt(segment(copies(originals, "header")), 20);
        corrupt(segment(copies(originals, "header")), 512 + 20);
        truncate(segment(copies(originals, "short")), 100 * 4096);

        CommandRun mistyped = CommandRun.run(replay(copies(originals, "intact"), "--discard-storage", "DS-none"));
        assertThat(mistyped.exitCode()).isEqualTo(1);
        assertThat(mistyped.err()).contains("no records of storage DS-none in the journal: it contains records of DS-");
        for (String each : List.of("--dry-run", "--json")) {
            assertThat(CommandRun.run(replay(copies(originals, "intact"), each)).exitCode())
                    .isZero();
            CommandRun lost = CommandRun.run(replay(copies(originals, "truncated"), each));
            assertThat(lost.exitCode()).as(lost.toString()).isEqualTo(3);
            assertThat(lost.out()).contains("blk_", " has 300000 bytes, but its first record begins at 599");
            for (String kind : List.of("byte", "segment", "header", "short")) {
                CommandRun result = CommandRun.run(replay(copies(originals, kind), each));
                assertThat(result.exitCode()).as(kind + result).isEqualTo(3);
                assertThat(result.out()).as(kind).containsPattern("1 gap|\"gaps\" : 1");
            }
        }
        CommandRun unknown = CommandRun.run(replay(copies(originals, "intact"), "--discard-storage", "DS-none"));
        assertThat(unknown.toString()).contains("nothing to replay");
        assertThat(CommandRun.run(replay(originals)).out())
                .as("the original is unchanged, and stopped cleanly")
                .contains("nothing to replay");
    }

    private List<Path> copies(List<Path> originals, String name) {
        return originals.stream()
                .map(each -> directory.resolve(name).resolve(home().relativize(each)))
                .toList();
    }

    private static Path only(List<Path> roots, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(each -> each.toString().matches(".*" + pattern)).forEach(found::add);
            }
        }
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static Path segment(List<Path> roots) throws IOException {
        return only(roots, "/segment-1");
    }

    private static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private static void corrupt(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void errorNamesADirectoryThatIsNotADataDirectory() {
        CommandRun none = CommandRun.run(replay(List.of(directory)));
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("not a data directory of a DataNode: " + directory);
        assertThat(directory.resolve("in_use.lock")).doesNotExist();
    }
}
