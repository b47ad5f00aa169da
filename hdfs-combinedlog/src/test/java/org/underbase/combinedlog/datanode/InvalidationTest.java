package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.DataChecksum;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.block.ReplicaSnapshot;
import org.underbase.combinedlog.block.Syncs;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;

/** Invalidation of a failed journal while memory is exhausted. */
@Timeout(300)
class InvalidationTest {
    private static final BlockKey KEY = new BlockKey("BP-1", 1);
    private static final String STORAGE = "DS-1";
    private static final int CHUNK = 512;
    private static final int LENGTH = 500;

    @TempDir
    Path directory;

    private final DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);

    /** Log that cannot allocate memory for errors. */
    private static final class FullMemory extends AppenderSkeleton {
        private final AtomicInteger errors = new AtomicInteger();

        @Override
        protected void append(LoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                errors.incrementAndGet();
                throw new OutOfMemoryError("injected error");
            }
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    /** The DataNode has one replica. */
    private final class OneReplica implements LiveReplicas {
        @Override
        public Optional<ReplicaFiles> open(BlockKey key) throws IOException {
            return Optional.of(files());
        }

        @Override
        public void failed(BlockKey key, IOException cause) {
            throw new AssertionError(cause);
        }
    }

    private LocalFiles files() throws IOException {
        return new LocalFiles(directory.resolve("blk_1"), directory.resolve("blk_1_1.meta"), ReplicaAccess.PERMITTED);
    }

    private void write() throws IOException {
        byte[] bytes = new byte[LENGTH];
        byte[] sums = new byte[checksum.getChecksumSize(LENGTH)];
        checksum.calculateChunkedSums(bytes, 0, LENGTH, sums, 0);
        ByteBuffer meta = ByteBuffer.allocate(7 + sums.length).putShort((short) 1);
        Files.write(directory.resolve("blk_1"), bytes);
        Files.write(
                directory.resolve("blk_1_1.meta"),
                meta.put(checksum.getHeader()).put(sums).array());
    }

    @Test
    void failedJournalIsInvalidatedIfItsFailureCannotBeLogged() throws Exception {
        write();
        Path dataDir = Files.createDirectory(directory.resolve("data"));
        SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        FullMemory memory = new FullMemory();
        AtomicLong active = new AtomicLong(-1);
        Journal<BlockKey> journal =
                Journal.open(disk, JournalOptions.defaults().withLayout(3, 64 << 10, 64 << 10, 16 << 10));
        BlockLog log = new BlockLog(journal, new OneReplica(), LENGTH);
        DataNodeJournal node = new DataNodeJournal(
                journal,
                log,
                JournalMarker.of(journal.id(), 1, directory.resolve("journal")),
                () -> {
                    if (memory.errors.get() > 0) {
                        active.set(NodeMetrics.all("invalidation").get("JournalActive"));
                    }
                    return Map.of(STORAGE, dataDir);
                },
                "invalidation",
                new Configuration(false),
                ReplicaAccess.PERMITTED);
        node.start(Map.of());
        ReplicaSnapshot now = new ReplicaSnapshot(KEY, STORAGE, 1, LENGTH);
        Logger logger = Logger.getLogger(DataNodeJournal.class);
        try (LocalFiles files = files()) {
            assertThat(Syncs.sync(log, now, checksum, files)).isEqualTo(Outcome.DURABLE);
            logger.addAppender(memory);
            disk.fail(true);

            // Uninterruptible.
            CompletableFuture<Void> changed = CompletableFuture.runAsync(() -> change(log, now));

            changed.get(2, TimeUnit.MINUTES);
            assertThat(memory.errors).hasValue(1);
            assertThat(active)
                    .as("the journal is active during its invalidation")
                    .hasValue(0);
            assertThat(JournalMarker.read(dataDir, JournalMarker.INVALID)).isPresent();
        } finally {
            logger.removeAppender(memory);
            node.end();
        }
    }

    private static void change(BlockLog log, ReplicaSnapshot now) {
        try {
            log.changed(now);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
