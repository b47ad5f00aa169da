package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;

/** Interrupts of a receiver during the fsync of its block files. HDFS interrupts it if the pipeline fails; the disk is intact. */
@Timeout(300)
class InterruptedFsyncTest {
    private static final BlockKey KEY = new BlockKey("BP-1", 1);
    private static final int CHUNK = 512;
    private static final DataChecksum CHECKSUM = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
    private static final int SYNC_MAX_BYTES = 2 * CHUNK;
    private static final int OVERSIZED = 8 * CHUNK;

    @TempDir
    Path directory;

    private final Random random = new Random(11);
    private final List<BlockKey> reported = new ArrayList<>();
    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private Journal<BlockKey> journal;
    private BlockLog log;
    private JournaledReplica replica;
    private ReplicaOutputStreams streams;
    private int length;
    /** Name of the file whose fsync is interrupted. */
    private String interrupted = "";

    private int failingFsyncs;

    private void access(ReplicaAccess.Kind kind, Path file) throws IOException {
        if (kind == ReplicaAccess.Kind.FSYNC && file.getFileName().toString().equals(interrupted)) {
            Thread.currentThread().interrupt();
            if (failingFsyncs-- > 0) {
                throw new IOException("Input/output error");
            }
        }
    }

    /** The DataNode has one replica. */
    private final class OneReplica implements LiveReplicas {
        @Override
        public Optional<ReplicaFiles> open(BlockKey key) throws IOException {
            return Optional.of(OpenReplica.open(
                    directory.resolve("blk_1"),
                    directory.resolve("blk_1_1.meta"),
                    step -> false,
                    ReplicaAccess.PERMITTED));
        }

        @Override
        public void failed(BlockKey key, IOException cause) {
            reported.add(key);
        }
    }

    @BeforeEach
    void create() throws IOException {
        journal = Journal.open(disk, JournalOptions.defaults().withLayout(3, 64 << 10, 64 << 10, 16 << 10));
        log = new BlockLog(journal, new OneReplica(), SYNC_MAX_BYTES);
        DataNodeJournal node = new DataNodeJournal(
                journal,
                log,
                JournalMarker.of(journal.id(), 1, directory.resolve("journal")),
                Map::of,
                "interrupted",
                new Configuration(false),
                this::access);
        journal.start(log.checkpointer(), failure -> {});
        replica = new JournaledReplica(new StockReplica(directory), KEY.pool(), node, false);
        streams = replica.createStreams(true, CHECKSUM);
        streams.getChecksumOut().write(new byte[] {0, 1});
        streams.getChecksumOut().write(CHECKSUM.getHeader());
    }

    @AfterEach
    void close() throws IOException {
        boolean left = Thread.interrupted();
        streams.close();
        journal.abandon();
        assertThat(left).as("interrupt that the test did not expect").isFalse();
    }

    private void write(int count) throws IOException {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        byte[] sums = new byte[CHECKSUM.getChecksumSize(count)];
        CHECKSUM.calculateChunkedSums(bytes, 0, count, sums, 0);
        streams.getDataOut().write(bytes);
        streams.getChecksumOut().write(sums);
        length += count;
    }

    /** Writes bytes and waits for their record. */
    private void syncRecorded() throws IOException {
        write(CHUNK);
        streams.syncDataOut();
        replica.setBytesAcked(length);
    }

    /** Fsyncs the block files; then the receiver ends. */
    private void syncInterrupted(String file) throws IOException {
        write(OVERSIZED);
        interrupted = file;
        try {
            streams.syncDataOut();
        } finally {
            streams.close();
            assertThat(Thread.interrupted()).as("the interrupt stays set").isTrue();
        }
    }

    private void checkpoint() throws IOException {
        log.checkpointer().makeDurable(Set.of(KEY), journal.durable(), spent -> {});
    }

    @ParameterizedTest
    @CsvSource({"blk_1, 0", "blk_1, 2", "blk_1_1.meta, 0", "blk_1_1.meta, 2"})
    void aCheckpointBeforeTheNextHsyncReportsNoReplica(String file, int records) throws IOException {
        for (int i = 0; i < records; i++) {
            syncRecorded();
        }
        syncInterrupted(file);
        checkpoint();
        assertThat(reported).isEmpty();
        assertThat(log.status()).singleElement().matches(status -> status.syncedBytes() == length, "is synced");
    }

    @ParameterizedTest
    @CsvSource({"blk_1, 0", "blk_1, 2", "blk_1_1.meta, 0", "blk_1_1.meta, 2"})
    void anInvalidationBeforeTheNextHsyncReportsNoReplica(String file, int records) throws IOException {
        for (int i = 0; i < records; i++) {
            syncRecorded();
        }
        syncInterrupted(file);
        log.invalidate(() -> {});
        assertThat(reported).isEmpty();
    }

    /** The kernel reports a failed fsync once. */
    @Test
    void anInterruptHidesNoFailedFsync() throws IOException {
        syncRecorded();
        failingFsyncs = 1;
        assertThatThrownBy(() -> syncInterrupted("blk_1")).isInstanceOf(IOException.class);
        checkpoint();
        assertThat(reported).containsExactly(KEY);
    }
}
