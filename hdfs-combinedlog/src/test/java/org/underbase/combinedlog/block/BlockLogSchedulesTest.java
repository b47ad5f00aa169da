package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockLog.StartedSync;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;

/** Changes of replicas in seeded schedules with the threads of the journal. */
@Timeout(600)
class BlockLogSchedulesTest {
    private static final long SEED = 20_261_125;
    private static final int COUNT = 200;
    private static final long DELAY_NANOS = 1_000_000;

    /** Replica that was synced through a journal. */
    abstract static class ReplicaScenario implements Scenario {
        final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        final SimulatedReplicas replicas = new SimulatedReplicas(new PowerSupply());
        final DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
        final SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", 1), checksum);
        volatile boolean failed;
        volatile boolean invalid;
        Journal<BlockKey> journal;
        BlockLog log;

        final void start() throws IOException {
            journal = Journal.open(
                    disk,
                    JournalOptions.defaults()
                            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
                            .withSegmentFillTime(Duration.ZERO)
                            .withGroupCommitDelay(false)
                            .withSegmentWaitTimeout(Duration.ZERO));
            log = new BlockLog(journal, replicas, 1_000);
            journal.start(log.checkpointer(), failure -> failed = true);
            block.create(replicas, 1);
            block.write(replicas, SimulatedBlock.bytes(new Random(1), 500));
            assertThat(Syncs.sync(log, snapshot(), checksum, files())).isEqualTo(Outcome.DURABLE);
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
            start();
            threads.start("invalidate", () -> {
                threads.await("the failure of the journal", () -> failed);
                log.invalidate(() -> invalid = true);
            });
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

    /** A client waits for a sync while the journal fails or ends, perhaps with a second failure. */
    static class SyncWhileTheJournalStops extends ReplicaScenario {
        private static final int NO_FAULT = 0;
        private static final int NO_FILES = 1;
        private static final int FSYNC_FAILS = 2;
        private static final int NO_MARKER = 3;

        private void invalidate(int fault) {
            try {
                log.invalidate(() -> {
                    if (fault == NO_MARKER) {
                        throw new IOException("no space");
                    }
                    invalid = true;
                });
            } catch (IOException e) {
                assertThat(fault).isGreaterThan(NO_FILES);
            }
        }

        private void end(int fault) {
            try {
                log.end();
            } catch (IOException e) {
                assertThat(fault).isEqualTo(FSYNC_FAILS);
            }
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start();
            boolean fails = threads.random(2) == 0;
            boolean late = threads.random(2) == 0;
            int fault = threads.random(4);
            disk.fail(fails);
            block.write(replicas, SimulatedBlock.bytes(new Random(2), 300));
            StartedSync started = log.startSync(snapshot(), checksum, files(), () -> {});
            assertThat(started.direct()).isEmpty();
            if (fault == NO_FILES) {
                replicas.delete(block.key);
            } else if (fault == FSYNC_FAILS) {
                replicas.failFsyncsOf(block.key, new Random(3), 1);
            }
            if (fails) {
                threads.start("invalidate", () -> {
                    threads.await("the failure of the journal", () -> failed);
                    if (late) {
                        LockSupport.parkNanos(DELAY_NANOS);
                    }
                    invalidate(fault);
                });
            } else {
                threads.start("end", () -> end(fault));
            }
            threads.start("client", () -> awaitSync(started.sequence(), fails, fault));
            threads.join();
        }

        private void awaitSync(long sequence, boolean fails, int fault) {
            Outcome outcome;
            try {
                outcome = log.awaitSync(block.key, sequence);
            } catch (IOException e) {
                assertThat(fails && fault != NO_FAULT).as(e.getMessage()).isTrue();
                return;
            }
            assertThat(journal.durable() >= sequence || (fault != NO_FILES && replicas.allOnDisk(block.key)))
                    .as("the bytes are recorded or on disk")
                    .isTrue();
            assertThat(outcome == Outcome.DURABLE || invalid || !fails)
                    .as("the journal is invalid if the record may be missing")
                    .isTrue();
        }
    }

    /** A checkpoint discards the records of a finalized replica while the replica is changed. */
    abstract static class ForgottenWhileChanged extends ReplicaScenario {
        private static final long NEW_STAMP = 2;

        abstract void change() throws IOException;

        private void makeDurable(long last) throws IOException {
            log.checkpointer().makeDurable(Set.of(block.key), last, spent -> {});
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start();
            block.rename(replicas, 1, true);
            assertThat(log.finalized(snapshot(), files())).isEqualTo(Outcome.DURABLE);
            long last = journal.durable();
            boolean fsynced = threads.random(2) == 0;
            if (fsynced) {
                makeDurable(last);
            }
            threads.start("checkpoint", () -> {
                if (!fsynced) {
                    makeDurable(last);
                }
                log.checkpointer().forgotten(last);
            });
            threads.start("client", () -> {
                block.rename(replicas, NEW_STAMP, block.finalized);
                change();
                Optional<TrackedReplica> tracked = log.find(block.key);
                boolean recorded = tracked.isPresent()
                        && tracked.get().generationStamp() == NEW_STAMP
                        && journal.durable() >= tracked.get().lastSequence();
                assertThat(recorded || replicas.allOnDisk(block.key))
                        .as("the generation stamp is recorded or on disk")
                        .isTrue();
            });
            threads.join();
        }
    }

    static class ForgottenWhileRecovered extends ForgottenWhileChanged {
        @Override
        void change() throws IOException {
            log.recovered(snapshot());
        }
    }

    static class ForgottenWhileReopened extends ForgottenWhileChanged {
        @Override
        void change() throws IOException {
            log.reopened(snapshot(), files());
            assertThat(log.isTracked(block.key))
                    .as("the last chunk is recorded")
                    .isTrue();
        }
    }

    /** Control: the replica is fsynced only if it is untracked before the change. */
    static class TrackedBeforeTheChange extends ForgottenWhileChanged {
        @Override
        void change() throws IOException {
            if (!log.isTracked(block.key)) {
                log.force(snapshot(), files());
            }
            log.changed(snapshot());
        }
    }

    @Test
    void generationStampIsDurableIfACheckpointDiscardsTheRecords() {
        Interleaving.explore(ForgottenWhileRecovered.class, SEED, COUNT);
        Interleaving.explore(ForgottenWhileReopened.class, SEED, COUNT);
        assertThat(Interleaving.find(TrackedBeforeTheChange.class, SEED, 20 * COUNT))
                .isPresent();
    }

    @Test
    void syncIsAcknowledgedWithARecordOrAfterTheFsyncOfTheFiles() {
        Interleaving.explore(SyncWhileTheJournalStops.class, SEED, COUNT);
    }

    @Test
    void changeIsAcknowledgedWithARecordOrAfterTheInvalidation() {
        Interleaving.explore(ChangeWhileTheJournalFails.class, SEED, COUNT);
    }
}
