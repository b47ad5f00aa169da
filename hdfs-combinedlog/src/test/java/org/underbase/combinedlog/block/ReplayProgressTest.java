package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockReplay.Age;
import org.underbase.combinedlog.block.BlockReplay.Source;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Progress that a replay reports. */
class ReplayProgressTest {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);

    private final Random random = new Random(17);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<String> reported = new ArrayList<>();

    /** Writes replicas of one record each. */
    private void write(int count) throws IOException {
        Journal<BlockKey> journal = Journal.open(disk, OPTIONS);
        BlockLog log = new BlockLog(journal, replicas, 4_000, sequence -> SteppedJournal.commit(journal));
        SteppedJournal.start(journal, log.checkpointer());
        for (int id = 1; id <= count; id++) {
            SimulatedBlock block = new SimulatedBlock(
                    new BlockKey("BP-1", id), DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512));
            block.create(replicas, id);
            block.write(replicas, SimulatedBlock.bytes(random, 100));
            ReplicaSnapshot now =
                    new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
            assertThat(log.sync(now, block.checksum, replicas.found(block.key).orElseThrow()))
                    .isEqualTo(BlockLog.Outcome.DURABLE);
        }
        journal.abandon();
    }

    private ReplayReport replay() throws IOException {
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        reported.clear();
        return BlockReplay.run(
                List.of(new Source(after::replay, Age.CURRENT)),
                replicas,
                pools -> {},
                (step, done, total) -> reported.add(done + "/" + total + " " + step),
                BlockReplay.Mode.DISCARD);
    }

    @Test
    void intactReplicasAreReadAndCheckedOnce() throws IOException {
        write(2);
        assertThat(replay().intact()).isEqualTo(2);
        assertThat(reported)
                .containsExactly(
                        "1/0 records read", "2/0 records read", "1/2 replicas checked", "2/2 replicas checked");
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
