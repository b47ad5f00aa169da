package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Interrupts of a writer during its fsync: the channels close, and the error of a failed fsync may be lost. */
class InterruptedFsyncTest {
    private static final DataChecksum CHECKSUM =
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
    private static final int SYNC_MAX_BYTES = 1_000;

    private final Random random = new Random(11);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", 1), CHECKSUM);
    private BlockLog log;

    /** Files whose fsync is interrupted while the disk fails. */
    private record InterruptedFiles(SimulatedReplicas.Files real) implements ReplicaFiles {
        @Override
        public void force() throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("another fsync of closed files");
            }
            Thread.currentThread().interrupt();
            try {
                real.force();
            } catch (IOException e) {
                throw (IOException) new ClosedByInterruptException().initCause(e);
            }
            throw new ClosedByInterruptException();
        }

        @Override
        public long dataLength() {
            return real.dataLength();
        }

        @Override
        public long metaLength() {
            return real.metaLength();
        }

        @Override
        public void readData(ByteBuffer buffer, long position) {
            real.readData(buffer, position);
        }

        @Override
        public void readMeta(ByteBuffer buffer, long position) {
            real.readMeta(buffer, position);
        }

        @Override
        public boolean rewrite() throws IOException {
            return real.rewrite();
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void write() throws IOException {
        Journal<BlockKey> journal = Journal.open(
                new SimulatedDisk(power),
                JournalOptions.defaults()
                        .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
                        .withSegmentFillTime(Duration.ZERO)
                        .withGroupCommitDelay(false)
                        .withSegmentWaitTimeout(Duration.ZERO));
        log = new BlockLog(journal, replicas, SYNC_MAX_BYTES, sequence -> assertThat(sequence)
                .isPositive());
        SteppedJournal.start(journal, log.checkpointer());
        block.create(replicas, 1);
        block.write(replicas, SimulatedBlock.bytes(random, 500));
    }

    @AfterEach
    void clearInterrupt() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private ReplicaSnapshot snapshot() {
        return new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
    }

    private SimulatedReplicas.Files files() {
        return replicas.found(block.key).orElseThrow();
    }

    /** The disk loses pages, and the kernel reports that to the interrupted fsync only. */
    private void interrupt() {
        replicas.failFsyncsOf(block.key, random, 1);
        try {
            assertThatThrownBy(() -> log.force(snapshot(), new InterruptedFiles(files())))
                    .isInstanceOf(ClosedByInterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(replicas.failed()).as("replicas reported as bad").isEmpty();
    }

    /** The writer after the recovery of the pipeline. */
    private void assertNextSyncRewritesTheFiles() throws IOException {
        byte[] content = files().data().clone();
        assertThat(log.startSync(snapshot(), CHECKSUM, files(), () -> {}).direct())
                .isEqualTo(Optional.of(Outcome.OVERSIZED));
        log.force(snapshot(), files());
        assertThat(log.fsynced(snapshot(), CHECKSUM, files())).isEqualTo(Outcome.DURABLE);
        replicas.losePower(random);
        assertThat(files().data()).isEqualTo(content);
        assertThat(replicas.failed()).isEmpty();
    }

    @Test
    void aReplicaWithoutRecordsIsNotReportedAsBad() throws IOException {
        interrupt();
        assertNextSyncRewritesTheFiles();
    }

    @Test
    void aReplicaWithRecordsIsNotReportedAsBad() throws IOException {
        assertThat(Syncs.sync(log, snapshot(), CHECKSUM, files())).isEqualTo(Outcome.DURABLE);
        interrupt();
        assertNextSyncRewritesTheFiles();
    }
}
