package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;

/** Starts with records in the journal: the check must reject no other start than one that upgrades or rolls back. */
@Timeout(600)
class TransitionCheckTest {
    private static final String POOL = "BP-1";

    @TempDir
    private Path directory;

    private Path intact;
    private Path failing;
    private Path journalDir;
    private final Configuration conf = new HdfsConfiguration();

    private static final class KeptRecords implements Checkpointer<BlockKey> {
        @Override
        public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) throws IOException {
            throw new IOException("the records stay in the journal");
        }

        @Override
        public void forgotten(long sequence) {
            throw new IllegalStateException("forgotten " + sequence);
        }
    }

    @BeforeEach
    void crashedDataNode() throws IOException {
        directory = directory.toRealPath();
        intact = dataDirectory("intact");
        failing = dataDirectory("failing");
        journalDir = directory.resolve("journal");
        JournalOptions small =
                JournalOptions.defaults().withBufferBytes(16 << 10).withSegments(3, 64 << 10);
        Journal<BlockKey> journal = Journal.open(DirectoryDevice.open(journalDir), small);
        journal.start(new KeptRecords(), failure -> {});
        journal.sync(journal.append(new BlockKey(POOL, 1), 1, ByteBuffer.allocate(100)));
        journal.abandon();
        for (Path each : new Path[] {intact, failing}) {
            JournalMarker.of(journal.id(), journal.durable(), journalDir).write(each, JournalMarker.IN_USE);
        }
        conf.set(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, intact + "," + failing);
        // No process listens on this port.
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:1");
    }

    private Path dataDirectory(String name) throws IOException {
        Path created = directory.resolve(name);
        Files.createDirectories(DataDirectory.replicas(created, POOL));
        Files.writeString(DataDirectory.version(created), "storageID=DS-" + name + "\n");
        Files.writeString(
                DataDirectory.replicas(created, POOL).resolve("VERSION"),
                "cTime=5\nlayoutVersion=" + DataNodeLayoutVersion.getCurrentLayoutVersion() + "\n");
        return created;
    }

    /** Replaces a file by a directory, so that every read of the file fails. */
    private static void makeUnreadable(Path file) throws IOException {
        Files.delete(file);
        Files.createDirectory(file);
    }

    private void expectRejection(StartupOption option, String message) {
        conf.set(DFSConfigKeys.DFS_DATANODE_STARTUP_KEY, option.toString());
        assertThatThrownBy(() -> TransitionCheck.run(conf))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(message, journalDir.toString(), "run `underbase combinedlog replay`");
    }

    private void expectStart() {
        conf.set(DFSConfigKeys.DFS_DATANODE_STARTUP_KEY, StartupOption.REGULAR.toString());
        assertThatCode(() -> TransitionCheck.run(conf)).doesNotThrowAnyException();
    }

    @Test
    void unavailableNameNodeDoesNotPreventTheStart() {
        expectStart();
        expectRejection(StartupOption.ROLLBACK, "cannot roll back the data directories");
    }

    @Test
    void failingDataDirectoryPreventsNoStart() throws IOException {
        Path marker = failing.resolve(JournalMarker.IN_USE);
        Files.delete(marker);
        // The kernel reports ELOOP, which like EIO does not prove that the marker is missing or corrupt.
        Files.createSymbolicLink(marker, marker);
        expectStart();
        expectRejection(StartupOption.ROLLBACK, "cannot roll back the data directories");
    }

    @Test
    void markerThatIsNotARegularFilePreventsTheStart() throws IOException {
        Path marker = failing.resolve(JournalMarker.IN_USE);
        makeUnreadable(marker);
        assertThatThrownBy(() -> TransitionCheck.run(conf))
                .isInstanceOf(CorruptMarkerException.class)
                .hasMessageStartingWith(marker + " is not a regular file: remove it only if ");
    }

    @Test
    void failingBlockPoolPreventsNoStart() throws IOException {
        makeUnreadable(DataDirectory.replicas(failing, POOL).resolve("VERSION"));
        expectStart();
        expectRejection(StartupOption.ROLLBACK, "cannot roll back the data directories");
    }

    @Test
    void olderLayoutInOneDataDirectoryIsAnUpgrade() throws IOException {
        Files.writeString(DataDirectory.replicas(failing, POOL).resolve("VERSION"), "cTime=5\nlayoutVersion=-1\n");
        expectRejection(StartupOption.REGULAR, "cannot upgrade the block pool BP-1 in " + failing + " from layout -1");
    }

    /** It has replayed the journal for all block pools. */
    @Test
    void furtherBlockPoolOfTheRunningDataNodeIsNotChecked() throws IOException {
        expectRejection(StartupOption.ROLLBACK, "cannot roll back the data directories");
        try (DirectoryDevice own = DirectoryDevice.open(journalDir)) {
            assertThatCode(() -> TransitionCheck.run(conf)).as(own.describe()).doesNotThrowAnyException();
        }
        expectRejection(StartupOption.ROLLBACK, "cannot roll back the data directories");
    }
}
