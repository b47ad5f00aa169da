package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockReplay.Mode;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Replicas that a DataNode serves before they are fsynced, while its journal keeps their records. */
class KeptReplicasTest extends TwoKeptReplicas {
    @Test
    void intactReplicasAreServedBeforeTheyAreFsynced() throws IOException {
        crash();
        ReplayReport report = restart();
        assertThat(report.intact()).isEqualTo(2);
        assertThat(report.kept().count()).isEqualTo(2);
        blocks.forEach(block -> {
            assertThat(replicas.allOnDisk(block.key)).isFalse();
            assertThat(log.isTracked(block.key)).isTrue();
        });

        losePower();
        restart();
        assertAcknowledged();

        releaseAll();
        blocks.forEach(block -> assertThat(replicas.allOnDisk(block.key)).isTrue());
        assertThat(log.replicaCount()).isZero();
        losePower();
        assertAcknowledged();
    }

    @Test
    void laterRecordsFollowTheKeptOnes() throws IOException {
        crash();
        restart();
        SimulatedBlock block = blocks.get(0);
        // A lease recovery finalizes the replica, and a client appends to it.
        block.rename(replicas, 11, false);
        block.rename(replicas, 11, true);
        log.recovered(snapshot(block));
        assertThat(log.finalized(snapshot(block), files(block))).isEqualTo(Outcome.DURABLE);
        block.rename(replicas, 12, false);
        log.reopened(snapshot(block), files(block));
        sync(block, 30);
        sync(block, 30);
        block.ackedStamp = 12;

        for (int crashes = 0; crashes < 2; crashes++) {
            losePower();
            restart();
            assertAcknowledged();
        }
    }

    @Test
    void failedFsyncOfAKeptReplicaKeepsItsSegmentAndIsRepaired() throws IOException {
        crash();
        restart();
        BlockKey failing = blocks.get(0).key;
        replicas.failFsyncsOf(failing, random, 1);
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(journal.statistics().keptSegments()).isEqualTo(2);

        releaseAll();

        assertThat(replicas.failed()).isEmpty();
        losePower();
        assertAcknowledged();
    }

    @Test
    void crashAfterAFailedFsyncRewritesTheKeptReplica() throws IOException {
        crash();
        restart();
        replicas.failFsyncsOf(blocks.get(0).key, random, 1);
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        replicas.evict();
        journal.abandon();
        restart();
        assertAcknowledged();
        releaseAll();
        losePower();
        assertAcknowledged();
    }

    @Test
    void keptReplicaWhoseFsyncsFailIsReportedAsBad() throws IOException {
        crash();
        restart();
        BlockKey failing = blocks.get(0).key;
        replicas.failFsyncsOf(failing, random, 3);
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(replicas.failed()).isEmpty();
        releaseAll();
        assertThat(replicas.failed()).containsExactly(failing);
        assertThat(replicas.allOnDisk(blocks.get(1).key)).isTrue();
    }

    /** The kernel wrote pages back while no process had the file open, failed, and forgot it with the evicted file. */
    @Test
    void bytesLostBeforeTheFsyncKeepTheSegmentAndAreRestoredByTheNextStart() throws IOException {
        crash();
        restart();
        loseSilently(blocks.get(0));
        for (int i = 0; i < 5; i++) {
            assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        }
        assertThat(journal.lastCheckpointFailure()).contains("lacks synced bytes, which the journal keeps");
        assertThat(replicas.failed()).isEmpty();
        journal.abandon();

        restart();

        assertAcknowledged();
        releaseAll();
        losePower();
        assertAcknowledged();
    }

    private void loseSilently(SimulatedBlock block) throws IOException {
        for (int i = 0; block.violation(files(block)).isEmpty(); i++) {
            assertThat(i).isLessThan(20);
            replicas.failFsyncsOf(block.key, random, 1);
            assertThatThrownBy(() -> files(block).force()).isInstanceOf(IOException.class);
            replicas.evict();
        }
    }

    @Test
    void keptReplicaThatCannotBeRewrittenIsRestoredByTheNextStart() throws IOException {
        crash();
        restart();
        replicas.failFsyncsOf(blocks.get(0).key, random, 1);
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        loseSilently(blocks.get(0));
        for (int i = 0; i < 5; i++) {
            assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        }
        assertThat(replicas.failed()).isEmpty();
        journal.abandon();
        restart();
        assertAcknowledged();
    }

    @Test
    void keptReplicaOfAnUnloadedPoolIsNotFailed() throws IOException {
        crash();
        restart();
        volume.loaded = false;
        BlockKey failing = blocks.get(0).key;
        replicas.failFsyncsOf(failing, random, 5);
        for (int i = 0; i < 5; i++) {
            assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        }
        assertThat(replicas.failed()).isEmpty();
        assertThat(log.isTracked(failing)).isTrue();
        volume.loaded = true;
        releaseAll();
        assertThat(replicas.failed()).isEmpty();
        losePower();
        assertAcknowledged();
    }

    @Test
    void recordsOfADeletedReplicaAreSuperseded() throws IOException {
        open();
        SteppedJournal.start(journal, log.checkpointer());
        SimulatedBlock deleted = created(1);
        sync(deleted, 500);
        journal.checkpoint();
        sync(deleted, 500);
        sync(created(2), 500);
        // The process exits before it records the deletion.
        deleted.delete(replicas);
        blocks.remove(deleted);
        journal.abandon();

        ReplayReport report = restart();

        assertThat(report.deleted()).isEqualTo(1);
        assertThat(report.kept().count()).isEqualTo(1);
        ReplayReport next = preview();
        assertThat(next.deleted()).isZero();
        assertThat(next.superseded()).isEqualTo(1);
    }

    @Test
    void failureOrDamageKeepsNothingAndFsyncsTheOthers() throws IOException {
        crash();
        open();
        assertThat(journal.prepareToKeep()).isTrue();
        assertThat(replicas.allOnDisk(blocks.get(0).key)).isFalse();
        // The first access is to the first replica, which is intact.
        replicas.failAccesses(random, 1, 1);

        ReplayReport report = replay(Mode.KEEP);

        assertThat(report.failures().replicaCount()).isEqualTo(1);
        assertThat(report.kept().count()).isZero();
        assertThat(replicas.allOnDisk(blocks.get(0).key)).isTrue();
    }
}
