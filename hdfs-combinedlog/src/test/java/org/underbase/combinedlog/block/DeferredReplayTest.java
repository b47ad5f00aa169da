package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockReplay.Age;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Replay of the records of two replicas, some not openable. */
class DeferredReplayTest {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);
    private static final DataChecksum CHECKSUM =
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
    private static final int SYNC_MAX_BYTES = 4_000;
    private static final long REPLACED = 9;
    private static final long WITHDRAWN = 0;

    private final Random random = new Random(23);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> blocks = new ArrayList<>();
    private final FailingStore store = new FailingStore();
    private Journal<BlockKey> journal;

    /** Replicas, some not openable. */
    private final class FailingStore implements ReplicaStore {
        private final Map<BlockKey, RuntimeException> unexpected = new HashMap<>();
        private final List<BlockKey> failing = new ArrayList<>();

        @Override
        public Optional<StoredReplica> find(BlockKey key, String storage, boolean anywhere) throws IOException {
            if (failing.contains(key)) {
                throw new IOException("Too many open files");
            }
            if (unexpected.containsKey(key)) {
                throw unexpected.get(key);
            }
            return replicas.find(key, storage, anywhere);
        }

        @Override
        public Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException {
            return replicas.create(key, storage, generationStamp);
        }

        @Override
        public boolean isMissing(String storage) {
            return replicas.isMissing(storage);
        }

        @Override
        public void exclude(String storage) {
            replicas.exclude(storage);
        }

        @Override
        public void withdraw(BlockKey key, String storage, long last, long generationStamp) throws IOException {
            replicas.withdraw(key, storage, last, generationStamp);
        }

        @Override
        public void rewritten(BlockKey key, String storage) {
            replicas.rewritten(key, storage);
        }

        @Override
        public boolean isRewritten(BlockKey key, String storage) {
            return replicas.isRewritten(key, storage);
        }

        @Override
        public Durability durability(String storage, String pool, int count) {
            return replicas.durability(storage, pool, count);
        }

        @Override
        public Durability sync(String storage, String pool, Runnable waiting) {
            return replicas.sync(storage, pool, waiting);
        }
    }

    @BeforeEach
    void record() throws IOException {
        Journal<BlockKey> recording = Journal.open(disk, OPTIONS);
        BlockLog log = new BlockLog(recording, replicas, SYNC_MAX_BYTES, sequence -> SteppedJournal.commit(recording));
        SteppedJournal.start(recording, log.checkpointer());
        for (int id = 1; id <= 2; id++) {
            SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", id), CHECKSUM);
            block.create(replicas, id);
            write(block);
            ReplicaSnapshot now =
                    new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
            assertThat(Syncs.sync(log, now, CHECKSUM, found(block))).isEqualTo(Outcome.DURABLE);
            block.acked = block.length();
            blocks.add(block);
        }
        recording.abandon();
        journal = Journal.open(disk, OPTIONS);
    }

    private void write(SimulatedBlock block) throws IOException {
        block.write(replicas, SimulatedBlock.bytes(random, 500));
    }

    private SimulatedReplicas.Files found(SimulatedBlock block) {
        return replicas.found(block.key).orElseThrow();
    }

    private ReplayReport replay(Age age) throws IOException {
        return BlockReplay.run(
                List.of(new BlockReplay.Source(journal::replay, age)), store, pools -> {}, ReplayProgress.NONE);
    }

    @Test
    void failureWithdrawsNoReplicaThatReplacedTheFailedOne() throws IOException {
        SimulatedBlock replaced = blocks.get(0);
        replaced.create(replicas, REPLACED);
        write(replaced);
        SimulatedBlock kept = blocks.get(1);
        store.failing.add(replaced.key);
        store.failing.add(kept.key);

        ReplayReport report = replay(Age.SERVED);

        assertThat(report.failures().replicaCount()).isEqualTo(2);
        assertThat(found(replaced).generationStamp()).isEqualTo(REPLACED);
        assertThat(found(kept).generationStamp()).isEqualTo(WITHDRAWN);
    }

    @Test
    void unexpectedExceptionOfAReplicaAffectsNoOther() throws IOException {
        SimulatedBlock failed = blocks.get(0);
        store.unexpected.put(failed.key, new IllegalStateException("injected exception"));
        replicas.losePower(random);

        ReplayReport report = replay(Age.CURRENT);

        assertThat(report.failures().replicaCount()).isEqualTo(1);
        assertThat(report.failures().lines()).singleElement().asString().contains("injected exception");
        assertThat(blocks.get(1).violation(found(blocks.get(1)))).isEmpty();

        store.unexpected.clear();
        assertThat(replay(Age.CURRENT).failures().isEmpty()).isTrue();
        assertThat(failed.violation(found(failed))).isEmpty();
    }
}
