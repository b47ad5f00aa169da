package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockReplay.Age;
import org.underbase.combinedlog.block.BlockReplay.Mode;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Base of tests of two replicas whose records are in two segments that a journal keeps. */
abstract class TwoKeptReplicas {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);
    private static final int SYNC_MAX_BYTES = 4_000;
    private static final DataChecksum CHECKSUM =
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);

    final Random random = new Random(41);
    private final PowerSupply power = new PowerSupply();
    final SimulatedDisk disk = new SimulatedDisk(power);
    final SimulatedDisk deferredDisk = new SimulatedDisk(power);
    final SimulatedReplicas replicas = new SimulatedReplicas(power);
    final Volume volume = new Volume();
    final List<SimulatedBlock> blocks = new ArrayList<>();
    Action whenSetAside = () -> {};
    Journal<BlockKey> journal;
    BlockLog log;

    /** Action of another thread. */
    interface Action {
        void run() throws IOException;
    }

    /** Replicas of one storage that can leave service. */
    final class Volume implements LiveReplicas {
        boolean removed;
        boolean loaded = true;

        @Override
        public Optional<ReplicaFiles> open(BlockKey key) {
            return removed ? Optional.empty() : replicas.open(key);
        }

        @Override
        public boolean isLoaded(String pool) {
            return loaded;
        }

        @Override
        public boolean isServed(String storage) {
            return !removed;
        }

        @Override
        public void failed(BlockKey key, IOException cause) {
            replicas.failed(key, cause);
        }
    }

    final Deferral deferral() {
        return new Deferral(DeferredRecords.in(() -> true, () -> deferredDisk));
    }

    private void setAside(String storage, Set<BlockKey> keys) throws IOException {
        whenSetAside.run();
        deferral().setAside(journal.id(), storage, keys, journal::readKept);
    }

    final void open() throws IOException {
        journal = Journal.open(disk, OPTIONS);
        log = new BlockLog(journal, volume, SYNC_MAX_BYTES, this::setAside, sequence -> SteppedJournal.commit(journal));
    }

    final ReplayReport replay(Mode mode) throws IOException {
        return deferral().replay(journal.id(), journal::replay, replicas, pools -> {}, ReplayProgress.NONE, mode);
    }

    final ReplayReport preview() throws IOException {
        BlockReplay.Source source = new BlockReplay.Source(Journal.open(disk, OPTIONS)::replay, Age.CURRENT);
        return BlockReplay.run(List.of(source), replicas, pools -> {}, ReplayProgress.NONE, Mode.PREVIEW);
    }

    /** Starts again after a process exit. */
    final ReplayReport restart() throws IOException {
        open();
        assertThat(journal.prepareToKeep()).isTrue();
        ReplayReport report = replay(Mode.KEEP);
        assertThat(report.complete()).as(report.toString()).isTrue();
        log.adopt(report.kept());
        SteppedJournal.start(journal, log.checkpointer(), report.kept().records());
        log.supersedeSettled(report.kept());
        return report;
    }

    final SimulatedBlock created(int id) throws IOException {
        SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", id), CHECKSUM);
        block.create(replicas, id);
        blocks.add(block);
        return block;
    }

    static ReplicaSnapshot snapshot(SimulatedBlock block) {
        return new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
    }

    final SimulatedReplicas.Files files(SimulatedBlock block) {
        return replicas.found(block.key).orElseThrow();
    }

    final void sync(SimulatedBlock block, int bytes) throws IOException {
        block.write(replicas, SimulatedBlock.bytes(random, bytes));
        assertThat(log.sync(snapshot(block), CHECKSUM, files(block))).isEqualTo(Outcome.DURABLE);
        block.acked = block.length();
    }

    /** Writes two replicas, whose records are in two segments, and ends the process. */
    final void crash() throws IOException {
        open();
        SteppedJournal.start(journal, log.checkpointer());
        sync(created(1), 500);
        SimulatedBlock second = created(2);
        while (journal.statistics().freeSegments() > 1) {
            sync(second, 3_000);
        }
        sync(blocks.get(0), 500);
        sync(second, 700);
        journal.abandon();
    }

    final void losePower() {
        replicas.losePower(random);
        disk.losePower(random);
        deferredDisk.losePower(random);
    }

    final void assertAcknowledged() throws IOException {
        for (SimulatedBlock block : blocks) {
            assertThat(block.violation(files(block))).as(block.key.toString()).isEmpty();
        }
    }

    final void releaseAll() {
        while (SteppedJournal.checkpoint(journal)) {
            assertThat(journal.working()).isTrue();
        }
        assertThat(journal.statistics().keptSegments()).isZero();
    }
}
