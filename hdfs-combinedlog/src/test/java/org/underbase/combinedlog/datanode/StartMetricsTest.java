package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;

/** Metrics of a start whose replay finds that records are missing. */
@Timeout(600)
class StartMetricsTest {
    private static final String NODE = "start-metrics-test";

    @TempDir
    private Path directory;

    private static final class NoReplicas implements LiveReplicas, Checkpointer<BlockKey> {
        @Override
        public Optional<ReplicaFiles> open(BlockKey key) {
            throw new IllegalStateException("unexpected replica " + key);
        }

        @Override
        public void failed(BlockKey key, IOException cause) {
            throw new IllegalStateException("unexpected replica " + key, cause);
        }

        @Override
        public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) {
            assertThat(keys).isEmpty();
        }

        @Override
        public void forgotten(long sequence) {
            assertThat(sequence).isPositive();
        }
    }

    private Path data;
    private Path journalDir;
    private Configuration conf;

    /** Creates a journal that lacks fsynced records. */
    @BeforeEach
    void crash() throws IOException {
        data = directory.resolve("data");
        Files.createDirectories(data.resolve("current"));
        Files.writeString(DataDirectory.version(data), "storageID=DS-1\n");
        journalDir = directory.resolve("journal");
        JournalOptions small =
                JournalOptions.defaults().withBufferBytes(16 << 10).withSegments(3, 64 << 10);
        Journal<BlockKey> crashed = Journal.open(DirectoryDevice.open(journalDir), small);
        crashed.start(new NoReplicas(), failure -> {});
        crashed.abandon();
        JournalMarker.of(crashed.id(), crashed.durable() + 5, journalDir.toRealPath())
                .write(data, JournalMarker.IN_USE);
        conf = new HdfsConfiguration();
        conf.set(CombinedLogKeys.DIR.name(), journalDir.toString());
        conf.set(CombinedLogKeys.SEGMENT_SIZE.name(), "64k");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "64k");
    }

    private DataNodeJournal start() throws IOException {
        return DataNodeJournal.open(conf, () -> Map.of("DS-1", data), new NoReplicas(), NODE, ReplicaAccess.PERMITTED);
    }

    @Test
    void gapFoundByTheReplayIsPublished() throws IOException {
        DataNodeJournal journal = start();

        try {
            assertThat(NodeMetrics.all(NODE))
                    .containsEntry("ReplayGaps", 1L)
                    .containsEntry("ReplayedRecords", 0L)
                    .containsEntry("JournalActive", 1L)
                    .containsEntry("ReplayFailedSyncs", 0L)
                    .containsEntry("Invalidations", 0L);
            assertThat(NodeMetrics.all(NODE).get("ReplayNanos")).isPositive();
        } finally {
            journal.end();
        }
    }

    /** The journal still contains its records: their replay must not trust the replicas. */
    @Test
    void failedSyncIsRememberedUntilTheJournalIsStarted() throws IOException {
        Path marker = Files.createFile(journalDir.resolve(FileSystemSync.MARKER + "1-unknown"));
        try (JournalDisk disk = JournalDisk.install()) {
            disk.fail(true);
            assertThatThrownBy(this::start).isInstanceOf(IOException.class);
        }
        assertThat(marker).exists();

        start().end();

        assertThat(marker).doesNotExist();
    }
}
