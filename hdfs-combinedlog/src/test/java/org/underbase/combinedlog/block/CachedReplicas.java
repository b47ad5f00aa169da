package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.BlockReplay.Age;
import org.underbase.combinedlog.block.BlockReplay.Source;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Replays of replicas that are only in the page cache. */
abstract class CachedReplicas {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);

    static final int CHUNK = 512;

    final Random random = new Random(17);
    private final PowerSupply power = new PowerSupply();
    final SimulatedDisk disk = new SimulatedDisk(power);
    final SimulatedReplicas replicas = new SimulatedReplicas(power);
    final List<SimulatedBlock> blocks = new ArrayList<>();
    /** Length of each replica. */
    int length = 100;

    final List<String> reported = new ArrayList<>();

    /** Writes replicas of one record each. */
    void write(int count) throws IOException {
        writeIds(IntStream.rangeClosed(1, count).toArray());
    }

    /** Writes replicas of one record each, in this order. */
    void writeIds(int... ids) throws IOException {
        Journal<BlockKey> journal = Journal.open(disk, OPTIONS);
        BlockLog log = new BlockLog(journal, replicas, 4_000, sequence -> SteppedJournal.commit(journal));
        SteppedJournal.start(journal, log.checkpointer());
        for (int id : ids) {
            SimulatedBlock block =
                    new SimulatedBlock(key(id), DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK));
            blocks.add(block);
            block.create(replicas, id);
            block.write(replicas, SimulatedBlock.bytes(random, length));
            ReplicaSnapshot now =
                    new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
            assertThat(Syncs.sync(
                            log, now, block.checksum, replicas.found(block.key).orElseThrow()))
                    .isEqualTo(BlockLog.Outcome.DURABLE);
        }
        journal.abandon();
    }

    ReplayReport replay() throws IOException {
        return replay((step, done, total) -> reported.add(done + "/" + total + " " + step));
    }

    ReplayReport replay(ReplayProgress progress) throws IOException {
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        reported.clear();
        ReplayReport report =
                BlockReplay.run(List.of(new Source(after::replay, Age.CURRENT)), replicas, pools -> {}, progress);
        after.abandon();
        return report;
    }

    static BlockKey key(int id) {
        return new BlockKey("BP-1", id);
    }

    boolean isOnDisk(int id) {
        return replicas.allOnDisk(key(id));
    }
}
