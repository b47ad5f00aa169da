package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Replays with a sync of the file system that fails or loses pages. */
class ReplaySyncTest extends CachedReplicas {
    private int countOnDisk(int count) {
        return (int) IntStream.rangeClosed(1, count).filter(this::isOnDisk).count();
    }

    @Test
    void failedSyncAffectsOnlyTheReplicaWhoseFsyncFails() throws IOException {
        write(2);
        replicas.enableSync(true);
        int placed = 2;
        replicas.failAccesses(random, placed, 1);

        ReplayReport report = replay();

        assertThat(report.failures().replicaCount()).isEqualTo(1);
        assertThat(report.intact()).isEqualTo(1);
        assertThat(isOnDisk(2)).isTrue();
    }

    @Test
    void pagesThatASuccessfulSyncDroppedAreRepaired() throws IOException {
        write(4);
        replicas.enableSync(true);
        replicas.dropPages(random);

        ReplayReport report = replay();

        assertThat(report.failures().isEmpty()).isTrue();
        assertThat(report.repaired()).isPositive();
        assertThat(countOnDisk(4)).isEqualTo(4);
    }

    /** The sync drops pages that were only hflushed. The replay truncates the replicas afterwards, which no sync covers. */
    @Test
    void truncationAfterTheSyncIsOnDisk() throws IOException {
        int count = 8;
        length = CHUNK;
        write(count);
        for (SimulatedBlock block : blocks) {
            replicas.found(block.key).orElseThrow().force();
            block.write(replicas, SimulatedBlock.bytes(random, CHUNK));
        }
        replicas.enableSync(true);
        replicas.dropPages(random);
        int before = replicas.forced();

        ReplayReport report = replay();

        assertThat(report.intact()).isEqualTo(count);
        assertThat(replicas.forced()).as("truncated replicas").isGreaterThan(before);
        assertThat(countOnDisk(count)).isEqualTo(count);
    }

    @Test
    void intactReplicasAreRewrittenAfterAFailedSyncAlthoughTheirFsyncsSucceed() throws IOException {
        write(4);
        replicas.enableSync(true);
        replicas.failWriteBack(random);
        // The failed fsyncs of the DataNode, before its process exit.
        replicas.forgetErrorsOfFiles();
        assertThat(countOnDisk(4)).isLessThan(4);

        assertThat(replay().failures().isEmpty()).isTrue();

        assertThat(countOnDisk(4)).isEqualTo(4);
    }

    /** Otherwise, replays that are always ended after some time would never be complete. */
    @Test
    void replicasThatAnEndedReplayHasRewrittenAreNotRewrittenAgain() throws IOException {
        int count = 4;
        write(count);
        replicas.enableSync(true);
        replicas.failWriteBack(random);
        replicas.forgetErrorsOfFiles();
        IllegalStateException exit = new IllegalStateException("process exit");
        assertThatThrownBy(() -> replay((step, done, total) -> {
                    if (step == ReplayProgress.Step.VERIFY && done == count - 1) {
                        throw exit;
                    }
                }))
                .isSameAs(exit);
        assertThat(replicas.rewrites()).isEqualTo(count - 1);

        assertThat(replay().failures().isEmpty()).isTrue();

        assertThat(replicas.rewrites()).isEqualTo(count);
        assertThat(countOnDisk(count)).isEqualTo(count);
    }

    /** The sync receives the error of all files. Three failed fsyncs fail the storage: the others are not fsynced. */
    @Test
    void repeatedReplayDoesNotTrustReplicasThatTheFirstOneSetAside() throws IOException {
        int count = 5;
        write(count);
        replicas.enableSync(true);
        replicas.failWriteBack(random);

        assertThat(replay().failures().storages()).hasSize(1);
        for (int failed = count; failed > 0; ) {
            ReplayReport report = replay();
            assertThat(countOnDisk(count))
                    .isGreaterThanOrEqualTo(count - report.failures().replicaCount());
            assertThat(report.failures().replicaCount()).isLessThan(failed);
            failed = report.failures().replicaCount();
        }

        assertThat(countOnDisk(count)).isEqualTo(count);
    }

    @Test
    void markerFileThatIsDeletedBeforeTheJournalIsResetLosesBytes() throws IOException {
        int count = 5;
        write(count);
        replicas.enableSync(true);
        replicas.failWriteBack(random);

        assertThat(replay().failures().storages()).hasSize(1);
        replicas.deleteMarker();

        assertThat(replay().failures().isEmpty()).isTrue();
        assertThat(countOnDisk(count)).isLessThan(count);
    }
}
