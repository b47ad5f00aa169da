package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Progress that a replay reports, and the order of its reads. */
class ReplayProgressTest extends CachedReplicas {
    @Test
    void intactReplicasAreSyncedTogetherAndVerifiedAgain() throws IOException {
        write(2);
        replicas.enableSync(true);
        assertThat(isOnDisk(1) || isOnDisk(2)).isFalse();

        assertThat(replay().intact()).isEqualTo(2);

        assertThat(reported)
                .containsExactly(
                        "1/0 records read",
                        "2/0 records read",
                        "1/2 replicas checked",
                        "2/2 replicas checked",
                        "1/1 data directories synced",
                        "1/2 replicas verified after the sync",
                        "2/2 replicas verified after the sync");
        assertThat(replicas.forced()).isZero();
        assertThat(isOnDisk(1) && isOnDisk(2)).isTrue();
    }

    @Test
    void intactReplicasAreCheckedOnceAndFsyncedWithoutASync() throws IOException {
        write(2);

        assertThat(replay().intact()).isEqualTo(2);

        assertThat(reported)
                .containsExactly(
                        "1/0 records read", "2/0 records read", "1/2 replicas checked", "2/2 replicas checked");
        assertThat(replicas.forced()).isEqualTo(2);
        assertThat(isOnDisk(1) && isOnDisk(2)).isTrue();
    }

    @Test
    void filesAreReadInTheOrderOfTheirCreation() throws IOException {
        writeIds(2, 10, 1);
        Set<String> reads = new LinkedHashSet<>();
        replicas.observeReads(reads::add);

        assertThat(replay().intact()).isEqualTo(3);

        assertThat(reads).containsExactly("1 data", "1 meta", "2 data", "2 meta", "10 data", "10 meta");
    }

    @Test
    void recordsAreReadAgainForARepair() throws IOException {
        write(2);
        replicas.losePower(random);
        disk.losePower(random);
        ReplayReport report = replay();
        int changed = report.repaired() + report.created();
        assertThat(changed).isPositive();
        assertThat(reported)
                .contains(
                        "2/0 records read",
                        "2/2 replicas checked",
                        "1/2 records applied",
                        "2/2 records applied",
                        changed + "/" + changed + " replicas repaired");
    }
}
