package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.NoRecords;

/** Output of {@code status}, and that it changes nothing. */
class StatusCommandTest {
    private static final JournalOptions SMALL = JournalOptions.defaults()
            .withBufferBytes(64 << 10)
            .withSegments(3, 1 << 20)
            .withSegmentWaitTimeout(Duration.ZERO);

    @TempDir
    Path directory;

    private static Journal<String> started(Path journal) throws IOException {
        Journal<String> created = Journal.open(DirectoryDevice.open(journal), SMALL);
        created.start(new NoRecords(), failure -> {});
        return created;
    }

    /** Returns the bytes of a record that supersedes a replica, according to the documented format. */
    private static ByteBuffer[] deletion(String pool, String storage, long block) {
        ByteBuffer record = ByteBuffer.allocate(40 + pool.length() + storage.length());
        record.putShort((short) pool.length())
                .putShort((short) storage.length())
                .putInt(0);
        record.putLong(block).putLong(1001).putLong(0).putLong(0);
        record.put(pool.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        record.put(storage.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return new ByteBuffer[] {record.flip()};
    }

    private Map<String, ByteBuffer> files() throws IOException {
        Map<String, ByteBuffer> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    @Test
    void unclosedJournalContainsItsRecords() throws IOException {
        Journal<String> journal = started(directory);
        for (int block = 1; block <= 5; block++) {
            journal.sync(journal.append("key", 4, deletion("BP-" + block % 2, "DS-1", block)));
        }
        journal.abandon();
        Map<String, ByteBuffer> before = files();
        CommandRun status = CommandRun.run("status", "--dir", directory.toString(), "--json");
        assertThat(status.exitCode()).as(status.err()).isZero();
        assertThat(status.json().get("empty").asBoolean()).isFalse();
        assertThat(status.json().get("inUse").asBoolean()).isFalse();
        assertThat(status.json().get("records").asLong()).isEqualTo(5);
        assertThat(status.json().get("replicas").asLong())
                .as("deleted replicas need no replay")
                .isZero();
        assertThat(status.json().get("pools").get(1).get("id").asText()).isEqualTo("BP-1");
        assertThat(status.json().get("pools").get(1).get("records").asLong()).isEqualTo(3);
        assertThat(status.json().get("segments")).hasSize(3);
        assertThat(status.json().get("segments").get(0).get("epoch").asLong()).isPositive();
        assertThat(CommandRun.run("status", "--dir", directory.toString()).out())
                .contains("journal   " + directory + " (not in use)")
                .contains("5 records of 0 replicas")
                .contains("segment-1", "BP-0", "DS-1");
        assertThat(files()).as("unchanged").isEqualTo(before);
    }

    @Test
    void runningJournalIsReportedAsInUse() throws IOException {
        try (Journal<String> journal = started(directory)) {
            journal.sync(journal.append("key", 4, deletion("BP-1", "DS-1", 1)));
            CommandRun status = CommandRun.run("status", "--dir", directory.toString());
            assertThat(status.out()).as(status.err()).contains("in use").contains("1 record of 0 replicas");
            journal.sync(journal.append("key", 4, deletion("BP-1", "DS-1", 2)));
        }
        assertThat(CommandRun.run("status", "--dir", directory.toString()).out())
                .contains("not in use")
                .contains("nothing to replay");
    }

    @Test
    void missingJournalIsReportedAndNotCreated() throws IOException {
        Path missing = directory.resolve("missing");
        assertThat(CommandRun.run("status", "--dir", missing.toString()))
                .isEqualTo(new CommandRun(1, "", "no journal in " + missing + System.lineSeparator()));
        assertThat(CommandRun.run("status", "--dir", directory.toString()).err())
                .startsWith("no journal in ");
        assertThat(files()).isEmpty();
    }

    @Test
    void unknownVersionAndCorruptIdAreReported() throws IOException {
        started(directory).abandon();
        Path file = directory.resolve("journal");
        byte[] bytes = Files.readAllBytes(file);
        bytes[20] ^= 1;
        Files.write(file, bytes);
        assertThat(CommandRun.run("status", "--dir", directory.toString()).err())
                .contains("corrupt file journal");
        bytes[20] ^= 1;
        bytes[11] = 9;
        Files.write(file, bytes);
        assertThat(CommandRun.run("status", "--dir", directory.toString()).err())
                .contains("version 9");
        bytes[11] = 2;
        Files.write(file, bytes);
        started(directory).close();
        bytes = Files.readAllBytes(file);
        bytes[11] = 9;
        Files.write(file, bytes);
        assertThat(CommandRun.run("status", "--dir", directory.toString()).err())
                .contains("is empty: its format is of another release");
    }

    @Test
    void configurationSelectsTheJournal() throws IOException {
        Path conf = Files.createDirectory(directory.resolve("conf"));
        Path data = directory.resolve("data");
        started(data.resolve("combinedlog")).close();
        Path other = directory.resolve("other");
        started(other).close();
        Files.writeString(
                conf.resolve("hdfs-site.xml"),
                """
                <configuration>
                  <property><name>dfs.datanode.data.dir</name><value>[SSD]file://%s,/elsewhere</value></property>
                  <property><name>dfs.tier.fast.datanode.combinedlog.dir</name><value>%s</value></property>
                </configuration>
                """
                        .formatted(data, other));
        assertThat(CommandRun.run("status", "--conf", conf.toString()).out())
                .contains("journal   " + data.resolve("combinedlog") + " ");
        assertThat(CommandRun.run("status", "--conf", conf.toString(), "--tier", "fast")
                        .out())
                .contains("journal   " + other + " ");
        assertThat(CommandRun.run("status", "--conf", conf.toString(), "--tier", "slow")
                        .err())
                .contains("no key in the configuration starts with dfs.tier.slow.datanode.");
        assertThat(CommandRun.run("status", "--conf", directory.toString()).err())
                .contains("expected one of core-site.xml");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.writeString(empty.resolve("hdfs-site.xml"), "<configuration/>");
        assertThat(CommandRun.run("status", "--conf", empty.toString()).err())
                .contains("dfs.datanode.data.dir is not set");
    }
}
