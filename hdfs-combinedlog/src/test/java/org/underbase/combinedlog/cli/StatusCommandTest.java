package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;

/** What {@code status} says of a directory, and that it leaves it as it is. */
class StatusCommandTest {
    private static final JournalOptions SMALL = JournalOptions.defaults()
            .withBufferBytes(64 << 10)
            .withSegments(3, 1 << 20)
            .withRoomWait(Duration.ZERO);

    @TempDir
    Path directory;

    /** Owns nothing that could be made durable elsewhere. */
    private static final class Nothing implements Checkpointer<String> {
        @Override
        public void makeDurable(Set<String> keys, long sequence, Pace pace) {
            assertThat(sequence).isPositive();
        }

        @Override
        public void forgotten(long sequence) {
            assertThat(sequence).isPositive();
        }
    }

    private static Journal<String> started(Path journal) throws IOException {
        Journal<String> made = Journal.open(DirectoryDevice.open(journal), SMALL);
        made.start(new Nothing(), failure -> {});
        return made;
    }

    /** A record of the deletion of a replica, byte by byte as the format says. */
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
    void aJournalThatWasNotClosedHoldsItsRecords() throws IOException {
        Journal<String> journal = started(directory);
        for (int block = 1; block <= 5; block++) {
            journal.sync(journal.append("key", 4, deletion("BP-" + block % 2, "DS-1", block)));
        }
        journal.abandon();
        Map<String, ByteBuffer> before = files();
        Verb status = Verb.run("status", "--dir", directory.toString(), "--json");
        assertThat(status.exitCode()).as(status.err()).isZero();
        assertThat(status.json().get("empty").asBoolean()).isFalse();
        assertThat(status.json().get("inUse").asBoolean()).isFalse();
        assertThat(status.json().get("records").asLong()).isEqualTo(5);
        assertThat(status.json().get("replicas").asLong())
                .as("deleted ones need nothing")
                .isZero();
        assertThat(status.json().get("pools").get(1).get("id").asText()).isEqualTo("BP-1");
        assertThat(status.json().get("pools").get(1).get("records").asLong()).isEqualTo(3);
        assertThat(status.json().get("segments")).hasSize(3);
        assertThat(status.json().get("segments").get(0).get("epoch").asLong()).isPositive();
        assertThat(Verb.run("status", "--dir", directory.toString()).out())
                .contains("journal   " + directory + " (not in use)")
                .contains("5 records of 0 replicas")
                .contains("segment-1", "BP-0", "DS-1");
        assertThat(files()).as("nothing is changed").isEqualTo(before);
    }

    @Test
    void aJournalThatIsWrittenIsSaidToBeInUse() throws IOException {
        try (Journal<String> journal = started(directory)) {
            journal.sync(journal.append("key", 4, deletion("BP-1", "DS-1", 1)));
            Verb status = Verb.run("status", "--dir", directory.toString());
            assertThat(status.out()).as(status.err()).contains("in use").contains("1 record of 0 replicas");
            journal.sync(journal.append("key", 4, deletion("BP-1", "DS-1", 2)));
        }
        assertThat(Verb.run("status", "--dir", directory.toString()).out())
                .contains("not in use")
                .contains("nothing to replay");
    }

    @Test
    void noJournalIsNoneAndNoneIsMade() throws IOException {
        Path missing = directory.resolve("missing");
        assertThat(Verb.run("status", "--dir", missing.toString()))
                .isEqualTo(new Verb(1, "", "there is no journal in " + missing + System.lineSeparator()));
        assertThat(Verb.run("status", "--dir", directory.toString()).err()).startsWith("there is no journal in ");
        assertThat(files()).isEmpty();
    }

    @Test
    void aNewerJournalAndADamagedOneAreNamed() throws IOException {
        started(directory).close();
        Path identity = directory.resolve("journal");
        byte[] bytes = Files.readAllBytes(identity);
        bytes[20] ^= 1;
        Files.write(identity, bytes);
        assertThat(Verb.run("status", "--dir", directory.toString()).err()).contains("is damaged");
        bytes[20] ^= 1;
        bytes[11] = 9;
        Files.write(identity, bytes);
        assertThat(Verb.run("status", "--dir", directory.toString()).err()).contains("version 9");
    }

    @Test
    void theConfigurationTellsWhereItIs() throws IOException {
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
        assertThat(Verb.run("status", "--conf", conf.toString()).out())
                .contains("journal   " + data.resolve("combinedlog") + " ");
        assertThat(Verb.run("status", "--conf", conf.toString(), "--tier", "fast")
                        .out())
                .contains("journal   " + other + " ");
        assertThat(Verb.run("status", "--conf", conf.toString(), "--tier", "slow")
                        .err())
                .contains("no key of the configuration begins with dfs.tier.slow.datanode.");
        assertThat(Verb.run("status", "--conf", directory.toString()).err()).contains("has none of core-site.xml");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.writeString(empty.resolve("hdfs-site.xml"), "<configuration/>");
        assertThat(Verb.run("status", "--conf", empty.toString()).err()).contains("dfs.datanode.data.dir is not set");
    }
}
