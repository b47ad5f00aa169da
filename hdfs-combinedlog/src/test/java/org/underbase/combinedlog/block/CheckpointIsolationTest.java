package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Effect of single replicas on checkpoints: of one with a chunk size that a client chose, of a failing and of a deleted one. */
class CheckpointIsolationTest {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);
    /** More than fits into one record of this journal. */
    private static final int LARGE = 20_000;

    private static final int SYNC_MAX_BYTES = 4_000;

    private final Random random = new Random(11);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private Journal<BlockKey> journal;
    private BlockLog log;

    private void start() throws IOException {
        start(replicas);
    }

    private void start(LiveReplicas live) throws IOException {
        journal = Journal.open(disk, OPTIONS);
        log = new BlockLog(journal, live, SYNC_MAX_BYTES, sequence -> SteppedJournal.commit(journal));
        SteppedJournal.start(journal, log.checkpointer());
    }

    /** Lookup of replicas that a test observes or fails. */
    private interface Opening {
        Optional<ReplicaFiles> open(BlockKey key);
    }

    private LiveReplicas opening(Opening opening) {
        return new LiveReplicas() {
            @Override
            public Optional<ReplicaFiles> open(BlockKey key) {
                return opening.open(key);
            }

            @Override
            public void failed(BlockKey key, IOException cause) {
                replicas.failed(key, cause);
            }
        };
    }

    private SimulatedBlock created(int id, int chunk) throws IOException {
        DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, chunk);
        SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", id), checksum);
        block.create(replicas, id);
        return block;
    }

    private void sync(SimulatedBlock block, int bytes) throws IOException {
        block.write(replicas, SimulatedBlock.bytes(random, bytes));
        ReplicaSnapshot now =
                new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
        SimulatedReplicas.Files files = replicas.found(block.key).orElseThrow();
        if (Syncs.sync(log, now, block.checksum, files) != Outcome.DURABLE) {
            log.force(now, files);
            assertThat(log.fsynced(now, block.checksum, files)).isEqualTo(Outcome.DURABLE);
        }
        block.acked = block.length();
    }

    private void fillSegment(SimulatedBlock block) throws IOException {
        while (journal.statistics().freeSegments() > 1) {
            sync(block, 3_000);
        }
    }

    private void assertSurvivesPowerFailure(SimulatedBlock block) throws IOException {
        replicas.losePower(random);
        disk.losePower(random);
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        ReplayReport report = BlockReplay.run(after::replay, replicas);
        assertThat(report.complete()).as(report.toString()).isTrue();
        assertThat(block.violation(replicas.found(block.key).orElseThrow())).isEmpty();
    }

    /** Its deletion is on disk, and the record of the deletion is not. */
    @Test
    void replicaOfOneChunkIsRestoredFromTheRecordOfItsLastChunk() throws IOException {
        start();
        SimulatedBlock block = created(1, SimulatedBlock.CHUNK);
        sync(block, 7);
        journal.checkpoint();
        assertThat(SteppedJournal.commit(journal)).isFalse();
        replicas.delete(block.key);

        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        ReplayReport report = BlockReplay.run(after::replay, replicas);

        assertThat(report.created()).isEqualTo(1);
        assertThat(report.complete()).as(report.toString()).isTrue();
        assertThat(block.violation(replicas.found(block.key).orElseThrow())).isEmpty();
    }

    @Test
    void chunkLargerThanARecordBlocksNoCheckpoint() throws IOException {
        for (int chunk : new int[] {LARGE, Integer.MAX_VALUE}) {
            start();
            SimulatedBlock large = created(1, chunk);
            sync(large, 100);
            sync(large, LARGE - 1_000);
            SimulatedBlock other = created(2, SimulatedBlock.CHUNK);
            fillSegment(other);
            sync(large, 10);

            assertThat(SteppedJournal.checkpoint(journal)).isTrue();

            assertThat(journal.lastCheckpointFailure()).isEmpty();
            assertThat(replicas.failed()).isEmpty();
            assertSurvivesPowerFailure(large);
            assertSurvivesPowerFailure(other);
        }
    }

    @Test
    void syncedBytesSurviveAPowerFailureWithAnySizeOfTheChunks() throws IOException {
        for (int chunk : new int[] {1, 2, 64, 4_096, 8_000, LARGE, Integer.MAX_VALUE}) {
            start();
            SimulatedBlock block = created(1, chunk);
            for (int i = 0; i < 20; i++) {
                sync(block, 1 + random.nextInt(SYNC_MAX_BYTES));
            }
            assertSurvivesPowerFailure(block);
        }
    }

    @Test
    void unexpectedExceptionFailsOneReplicaOnly() throws IOException {
        BlockKey broken = new BlockKey("BP-1", 1);
        start(opening(key -> {
            if (key.equals(broken)) {
                throw new IllegalStateException("unexpected");
            }
            return replicas.open(key);
        }));
        sync(created(1, SimulatedBlock.CHUNK), 100);
        fillSegment(created(2, SimulatedBlock.CHUNK));

        assertThat(SteppedJournal.checkpoint(journal)).isTrue();

        assertThat(replicas.failed()).containsExactly(broken);
    }

    @Test
    void deletedReplicaIsNotFsynced() throws IOException {
        List<BlockKey> opened = new ArrayList<>();
        start(opening(key -> {
            opened.add(key);
            return replicas.open(key);
        }));
        SimulatedBlock deleted = created(1, SimulatedBlock.CHUNK);
        sync(deleted, 100);
        // HDFS deletes the files later, in another thread: they still exist here.
        log.deleted(log.find(deleted.key).orElseThrow());
        SimulatedBlock other = created(2, SimulatedBlock.CHUNK);
        fillSegment(other);

        assertThat(SteppedJournal.checkpoint(journal)).isTrue();

        assertThat(opened).containsExactly(other.key);
        assertThat(replicas.allOnDisk(deleted.key)).isFalse();
    }
}
