package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Invalidation of a failed journal, on simulated disks that show which replicas are on disk at each moment. */
class InvalidatedJournalTest {
    private static final String STORAGE = "DS-1";
    private static final DataChecksum CHECKSUM =
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
    private static final int SYNC_MAX_BYTES = 1_000;

    private final Random random = new Random(7);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> synced = new ArrayList<>();
    private Journal<BlockKey> journal;
    private BlockLog log;

    @BeforeEach
    void syncSome() throws IOException {
        journal = Journal.open(
                new SimulatedDisk(power),
                JournalOptions.defaults()
                        .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
                        .withSegmentFillTime(Duration.ZERO)
                        .withGroupCommitDelay(false)
                        .withSegmentWaitTimeout(Duration.ZERO));
        log = new BlockLog(journal, replicas, SYNC_MAX_BYTES, sequence -> assertThat(sequence)
                .isPositive());
        SteppedJournal.start(journal, log.checkpointer());
        for (int id = 1; id <= 3; id++) {
            SimulatedBlock block = written(id);
            assertThat(Syncs.sync(log, snapshot(block), CHECKSUM, files(block))).isEqualTo(Outcome.DURABLE);
            synced.add(block);
        }
        SimulatedBlock closed = synced.get(2);
        closed.rename(replicas, closed.generationStamp, true);
        assertThat(log.finalized(snapshot(closed), files(closed))).isEqualTo(Outcome.DURABLE);
        assertThat(SteppedJournal.commit(journal)).isTrue();
    }

    private static ReplicaSnapshot snapshot(SimulatedBlock block) {
        return new ReplicaSnapshot(block.key, STORAGE, block.generationStamp, block.length());
    }

    private SimulatedBlock written(int id) throws IOException {
        SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", id), CHECKSUM);
        block.create(replicas, id);
        block.write(replicas, SimulatedBlock.bytes(random, 500));
        return block;
    }

    private SimulatedReplicas.Files files(SimulatedBlock block) {
        return replicas.found(block.key).orElseThrow();
    }

    @Test
    void trap7BlockFilesAreFsyncedBeforeAFailedJournalIsInvalidated() throws IOException {
        SimulatedBlock flushed = written(9);
        assertThat(synced).noneMatch(block -> replicas.allOnDisk(block.key));
        List<String> calls = new ArrayList<>();
        long records = journal.statistics().records();

        log.invalidate(() -> {
            assertThat(synced).allMatch(block -> replicas.allOnDisk(block.key));
            calls.add("invalid");
        });
        log.invalidate(() -> calls.add("twice"));

        assertThat(calls).containsExactly("invalid");
        assertThat(replicas.allOnDisk(flushed.key)).as("never synced").isFalse();
        // Later syncs fsync the files.
        assertThat(Syncs.sync(log, snapshot(flushed), CHECKSUM, files(flushed))).isEqualTo(Outcome.JOURNAL_FAILED);
        assertThat(journal.statistics().records()).isEqualTo(records);
    }

    @Test
    void trap7AFailedFsyncOfAnOpenReplicaIsReportedAndTheOtherReplicasAreFsynced() throws IOException {
        SimulatedBlock open = synced.get(1);
        replicas.failFsyncsOf(open.key, random, 1);
        List<String> calls = new ArrayList<>();

        assertThatThrownBy(() -> log.invalidate(() -> calls.add("invalid"))).isInstanceOf(IOException.class);

        assertThat(calls).containsExactly("invalid");
        assertThat(replicas.failed()).containsExactly(open.key);
        assertThat(synced.stream().filter(block -> block != open))
                .hasSize(2)
                .allMatch(block -> replicas.allOnDisk(block.key));
        // The next fsync would succeed, although pages are missing on disk.
        assertThat(Syncs.sync(log, snapshot(open), CHECKSUM, files(open))).isEqualTo(Outcome.JOURNAL_FAILED);
        assertThatThrownBy(() -> log.force(snapshot(open), files(open))).hasMessageContaining("was reported as bad");
    }

    /** Starts a sync of a replica whose record will not be committed. */
    private BlockLog.StartedSync started(BlockLog failing, SimulatedBlock block) throws IOException {
        block.write(replicas, SimulatedBlock.bytes(random, 100));
        BlockLog.StartedSync started = failing.startSync(snapshot(block), CHECKSUM, files(block), () -> {});
        assertThat(started.direct()).isEmpty();
        return started;
    }

    private BlockLog withoutCommits() throws IOException {
        Journal<BlockKey> closed = Journal.open(new SimulatedDisk(power), JournalOptions.defaults());
        closed.abandon();
        return new BlockLog(journal, replicas, SYNC_MAX_BYTES, closed::sync);
    }

    @Test
    void aWaitingSyncSucceedsOnlyIfTheInvalidationFsyncedItsFiles() throws IOException {
        BlockLog failing = withoutCommits();
        SimulatedBlock kept = synced.get(0);
        SimulatedBlock removed = synced.get(1);
        long sequence = started(failing, kept).sequence();
        long lost = started(failing, removed).sequence();
        replicas.delete(removed.key);

        failing.invalidate(() -> {});

        assertThat(failing.awaitSync(kept.key, sequence)).isEqualTo(Outcome.JOURNAL_FAILED);
        assertThat(replicas.allOnDisk(kept.key)).isTrue();
        assertThatThrownBy(() -> failing.awaitSync(removed.key, lost)).hasMessageContaining("were not fsynced");
    }

    @Test
    void aWaitingSyncFailsIfTheInvalidationFails() throws IOException {
        BlockLog failing = withoutCommits();
        SimulatedBlock block = synced.get(0);
        long sequence = started(failing, block).sequence();
        replicas.failFsyncsOf(block.key, random, 1);
        assertThatThrownBy(() -> failing.invalidate(() -> {})).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> failing.awaitSync(block.key, sequence)).hasMessageContaining("were not fsynced");
    }

    @Test
    void aWaitingSyncFailsIfTheJournalKeepsItsRecords() throws IOException {
        BlockLog failing = withoutCommits();
        SimulatedBlock block = synced.get(0);
        long sequence = started(failing, block).sequence();
        assertThatThrownBy(() -> failing.invalidate(() -> {
                    throw new IOException("no space");
                }))
                .hasMessage("no space");
        assertThatThrownBy(() -> failing.awaitSync(block.key, sequence)).hasMessageContaining("were not fsynced");
    }

    /** A checkpoint reports the replica as bad after the record was appended; a later record contains that report. */
    @Test
    void aWaitingSyncFailsIfItsReplicaIsReportedAsBad() throws IOException {
        SimulatedBlock block = synced.get(0);
        long sequence = started(log, block).sequence();
        replicas.failFsyncsOf(block.key, random, 1);
        log.checkpointer().makeDurable(Set.of(block.key), sequence, spent -> {});
        assertThat(replicas.failed()).contains(block.key);
        assertThat(SteppedJournal.commit(journal)).isTrue();
        assertThatThrownBy(() -> log.awaitSync(block.key, sequence)).hasMessageContaining("was reported as bad");
    }

    @Test
    void aWaitingSyncFailsIfItsReplicaIsDeletedAndTheJournalFails() throws IOException {
        BlockLog failing = withoutCommits();
        SimulatedBlock block = synced.get(0);
        long sequence = started(failing, block).sequence();
        failing.deleted(failing.find(block.key).orElseThrow());
        failing.invalidate(() -> {});
        assertThatThrownBy(() -> failing.awaitSync(block.key, sequence)).hasMessageContaining("were not fsynced");
    }

    @Test
    void changesAreRejectedIfTheJournalCannotBeMarkedAsInvalid() throws IOException {
        SimulatedBlock closed = synced.get(2);
        SimulatedBlock untracked = written(9);
        BlockLog.Invalidation full = () -> {
            throw new IOException("no space");
        };

        assertThatThrownBy(() -> log.invalidate(full)).hasMessage("no space");

        // A replay would undo them.
        assertThatThrownBy(() -> log.changed(snapshot(closed))).hasMessageContaining("the next start replays it");
        assertThatThrownBy(() -> log.created(closed.key)).hasMessageContaining("cannot record a change");
        assertThatThrownBy(() -> Syncs.sync(log, snapshot(closed), CHECKSUM, files(closed)))
                .hasMessageContaining("cannot record a change");
        log.changed(snapshot(untracked));
        assertThat(Syncs.sync(log, snapshot(untracked), CHECKSUM, files(untracked)))
                .isEqualTo(Outcome.JOURNAL_FAILED);
    }

    @Test
    void changesAreRejectedIfTheJournalKeepsRecordsAfterItsEnd() throws IOException {
        SimulatedBlock open = synced.get(1);
        replicas.failFsyncsOf(open.key, random, 1);

        assertThatThrownBy(() -> log.end()).isInstanceOf(IOException.class);

        assertThatThrownBy(() -> log.finalized(snapshot(open), files(open)))
                .hasMessageContaining("cannot record a change");
        assertThat(replicas.failed()).isEmpty();
    }

    @Test
    void trap7AFinalizedReplicaIsRewrittenAfterAFailedFsync() throws IOException {
        SimulatedBlock closed = synced.get(2);
        byte[] content = files(closed).data().clone();
        replicas.failFsyncsOf(closed.key, random, 1);

        log.invalidate(() -> {});

        assertThat(replicas.failed()).isEmpty();
        replicas.losePower(random);
        assertThat(files(closed).data()).isEqualTo(content);
    }
}
