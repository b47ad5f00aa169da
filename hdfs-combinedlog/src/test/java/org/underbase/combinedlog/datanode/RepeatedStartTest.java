package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Start of a DataNode's journal in a process in which an earlier start failed. */
@Timeout(120)
class RepeatedStartTest {
    private static final String NODE = "repeated-start-test";

    @TempDir
    private Path directory;

    private final JournalDisk disk = JournalDisk.install();
    private final Configuration conf = new HdfsConfiguration();
    private final Set<Thread> others = invalidators();
    private Path data;

    private static final class NoReplicas implements LiveReplicas {
        @Override
        public Optional<ReplicaFiles> open(BlockKey key) {
            throw new IllegalStateException("unexpected replica " + key);
        }

        @Override
        public void failed(BlockKey key, IOException cause) {
            throw new IllegalStateException("unexpected replica " + key, cause);
        }
    }

    @BeforeEach
    void configure() throws IOException {
        data = directory.resolve("data");
        Files.createDirectories(data.resolve("current"));
        Files.writeString(DataDirectory.version(data), "storageID=DS-1\n");
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        conf.set(CombinedLogKeys.SEGMENT_SIZE.name(), "64k");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "64k");
        conf.set(CombinedLogKeys.BUFFER_SIZE.name(), "16k");
    }

    @AfterEach
    void restoreDisk() {
        disk.close();
    }

    private DataNodeJournal start() throws IOException {
        return DataNodeJournal.open(conf, () -> Map.of("DS-1", data), new NoReplicas(), NODE, ReplicaAccess.PERMITTED);
    }

    private static Set<Thread> invalidators() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("combinedlog-invalidate"))
                .collect(Collectors.toSet());
    }

    private void awaitInvalidators(int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            Set<Thread> now = invalidators();
            now.removeAll(others);
            return now.size() == count;
        });
    }

    /** The first commit fails, so the journal has failed. */
    @Test
    void failedStartDoesNotInvalidateTheJournalThatALaterStartUses() throws IOException {
        start().end();
        awaitInvalidators(0);
        disk.failCommits(true);
        assertThatThrownBy(this::start).isInstanceOf(IOException.class).hasMessageContaining("cannot be written");
        disk.failCommits(false);

        DataNodeJournal journal = start();

        try {
            awaitInvalidators(1);
            assertThat(JournalMarker.read(data, JournalMarker.INVALID)).isEmpty();
            assertThat(JournalMarker.read(data, JournalMarker.IN_USE)).isPresent();
            assertThat(NodeMetrics.all(NODE)).containsEntry("JournalActive", 1L);
        } finally {
            journal.end();
        }
        awaitInvalidators(0);
    }
}
