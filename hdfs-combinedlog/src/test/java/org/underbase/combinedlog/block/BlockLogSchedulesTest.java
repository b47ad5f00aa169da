package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;

/** Changes of replicas in seeded schedules with the threads of the journal. */
@Timeout(120)
class BlockLogSchedulesTest {
    private static final long SEED = 20_261_125;
    private static final int COUNT = 200;

    /** Replica that was synced through a journal. */
    abstract static class ReplicaScenario implements Scenario {
        final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        final SimulatedReplicas replicas = new SimulatedReplicas(new PowerSupply());
        final DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
        final SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", 1), checksum);
        private volatile boolean failed;
        volatile boolean invalid;
        Journal<BlockKey> journal;
        BlockLog log;

        final void start(Interleaving threads) throws IOException {
            journal = Journal.open(
                    disk,
                    JournalOptions.defaults()
                            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
                            .withSegmentFillTime(Duration.ZERO)
                            .withGroupCommitDelay(false)
                            .withSegmentWaitTimeout(Duration.ZERO));
            log = new BlockLog(journal, replicas, 1_000);
            journal.start(log.checkpointer(), failure -> failed = true);
            threads.start("invalidate", () -> {
                threads.await("the failure of the journal", () -> failed);
                log.invalidate(() -> invalid = true);
            });
            block.create(replicas, 1);
            block.write(replicas, SimulatedBlock.bytes(new Random(1), 500));
            assertThat(log.sync(snapshot(), checksum, files())).isEqualTo(Outcome.DURABLE);
        }

        final ReplicaSnapshot snapshot() {
            return new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
        }

        final SimulatedReplicas.Files files() {
            return replicas.found(block.key).orElseThrow();
        }
    }

    /** A kill after the acknowledgement, and before the journal is marked as invalid, undoes a change without a record. */
    static class ChangeWhileTheJournalFails extends ReplicaScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            long before = journal.durable();
            threads.start("disk", () -> disk.fail(true));
            threads.start("client", () -> {
                block.rename(replicas, 2, false);
                log.changed(snapshot());
                assertThat(invalid || journal.durable() > before)
                        .as("the generation stamp is recorded, or the journal is invalid")
                        .isTrue();
                long changed = journal.durable();
                block.rename(replicas, 2, true);
                Outcome outcome = log.finalized(snapshot(), files());
                assertThat(invalid || (outcome == Outcome.DURABLE && journal.durable() > changed))
                        .as("the finalization is recorded, or the journal is invalid")
                        .isTrue();
            });
            threads.join();
        }
    }

    @Test
    void changeIsAcknowledgedWithARecordOrAfterTheInvalidation() {
        Interleaving.explore(ChangeWhileTheJournalFails.class, SEED, COUNT);
    }
}
