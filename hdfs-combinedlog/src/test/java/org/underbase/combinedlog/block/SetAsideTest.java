package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockReplay.Mode;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Kept records of a storage that leaves service, and its return. */
class SetAsideTest extends TwoKeptReplicas {
    @Test
    void storageThatLeavesServiceKeepsItsRecordsAndBlocksNoSegment() throws IOException {
        crash();
        restart();
        volume.removed = true;
        releaseAll();
        assertThat(deferral().parts())
                .singleElement()
                .returns(SimulatedReplicas.STORAGE, DeferredRecords.Part::storage);

        losePower();
        volume.removed = false;
        restartWithoutRecords();
        assertAcknowledged();
        assertThat(deferral().parts()).isEmpty();
    }

    /** Starts again without records that can be kept. */
    private void restartWithoutRecords() throws IOException {
        open();
        ReplayReport report = replay(Mode.DISCARD);
        assertThat(report.complete()).as(report.toString()).isTrue();
        SteppedJournal.start(journal, log.checkpointer());
    }

    @Test
    void storageThatLeavesServiceAfterAFailedFsyncKeepsItsRecords() throws IOException {
        crash();
        restart();
        replicas.failFsyncsOf(blocks.get(0).key, random, 1);
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        volume.removed = true;
        assertThat(SteppedJournal.checkpoint(journal)).isTrue();
        assertThat(deferral().parts()).hasSize(1);

        losePower();
        volume.removed = false;
        restartWithoutRecords();
        assertAcknowledged();
        assertThat(deferral().parts()).isEmpty();
    }

    /** The journal contains a part of the records that were set aside. */
    @Test
    void crashBetweenTheReleasesOfTwoSegmentsLosesNoRecordSetAside() throws IOException {
        crash();
        restart();
        volume.removed = true;
        assertThat(SteppedJournal.checkpoint(journal)).isTrue();
        assertThat(journal.statistics().keptSegments()).isEqualTo(1);

        losePower();
        volume.removed = false;
        restartWithoutRecords();
        assertAcknowledged();
        assertThat(deferral().parts()).isEmpty();
    }

    @Test
    void storageThatReturnsIsReplayedAndItsKeptRecordsAreSuperseded() throws IOException {
        crash();
        restart();
        // Its disk was replaced, and lost all bytes that were not fsynced.
        replicas.losePower(random);
        assertThatThrownBy(() -> log.setAside(SimulatedReplicas.STORAGE)).hasMessageContaining("it is in service");
        volume.removed = true;
        log.setAside(SimulatedReplicas.STORAGE);
        assertThat(log.keeps(SimulatedReplicas.STORAGE)).isFalse();
        assertThat(deferral().replay(replicas).complete()).isTrue();
        log.returned(SimulatedReplicas.STORAGE);
        volume.removed = false;
        assertAcknowledged();
        blocks.forEach(block -> assertThat(replicas.allOnDisk(block.key)).isTrue());

        ReplayReport next = preview();
        assertThat(next.superseded()).isEqualTo(2);
        assertThat(next.intact() + next.repaired()).isZero();
        releaseAll();
        losePower();
        assertAcknowledged();
    }

    @Test
    void laterReplicaOfABlockSupersedesTheRecordsSetAside() throws IOException {
        crash();
        restart();
        volume.removed = true;
        log.setAside(SimulatedReplicas.STORAGE);
        volume.removed = false;
        SimulatedBlock block = blocks.get(0);
        block.create(replicas, 30);
        log.created(block.key);
        sync(block, 40);
        journal.abandon();
        open();
        ReplayReport report = replay(Mode.DISCARD);
        assertThat(report.complete()).as(report.toString()).isTrue();
        assertThat(block.violation(files(block))).isEmpty();
        assertThat(files(block).dataLength()).isEqualTo(40);
    }

    /** The new replica is in another storage of the DataNode. */
    @Test
    void laterReplicaThatIsCreatedWhileRecordsAreSetAsideIsNotSuperseded() throws IOException {
        crash();
        restart();
        SimulatedBlock block = blocks.get(0);
        volume.removed = true;
        whenSetAside = () -> {
            block.create(replicas, 30);
            log.created(block.key);
            sync(block, 40);
        };
        log.setAside(SimulatedReplicas.STORAGE);
        volume.removed = false;
        log.returned(SimulatedReplicas.STORAGE);
        sync(block, 40);

        replicas.losePower(random);
        disk.losePower(random);
        open();
        ReplayReport report = replay(Mode.DISCARD);
        assertThat(report.complete()).as(report.toString()).isTrue();
        assertThat(files(block).dataLength()).isEqualTo(80);
        assertThat(block.violation(files(block))).isEmpty();
    }

    @Test
    void recordsThatCannotBeSetAsideKeepTheirSegmentAndTheFailedJournalValid() throws IOException {
        crash();
        restart();
        volume.removed = true;
        int[] attempts = new int[1];
        whenSetAside = () -> {
            attempts[0]++;
            throw new IOException("not enough free space");
        };
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(attempts[0]).as("once for all replicas of the storage").isEqualTo(1);
        boolean[] invalid = new boolean[1];
        assertThatThrownBy(() -> log.invalidate(() -> invalid[0] = true)).hasMessageContaining("not enough free space");
        assertThat(invalid[0]).isFalse();
        journal.abandon();
        losePower();
        volume.removed = false;
        restart();
        assertAcknowledged();
    }

    @Test
    void recordsCannotBeSetAsideWithoutADestination() {
        assertThatThrownBy(() -> SetAside.NOWHERE.write("DS-1", Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("DS-1");
    }
}
