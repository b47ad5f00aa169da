package org.underbase.combinedlog.block;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerFailure;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/**
 * One seeded schedule of events on a few blocks of a DataNode with a journal. Power failures and process exits interrupt any step
 * of the events and of the replay. After each replay, {@link ReplayInvariants} asserts the invariants.
 */
final class BlockLogSimulation {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);
    private static final String POOL = "BP-1";
    /** Fewer records than fill a buffer: an append that waits for the committing thread would wait forever. */
    private static final int MAX_UNCOMMITTED = 4;

    private static final int SYNC_MAX_BYTES = 1_000;

    private final long seed;
    private final Random random;
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedDisk deferredDisk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> blocks = new ArrayList<>();
    private final ReplayInvariants invariants = new ReplayInvariants(blocks, replicas);
    private final List<String> trace = new ArrayList<>();
    private final boolean[] ignoringTruncations = new boolean[1];
    private final boolean[] trustingSuspectFiles = new boolean[1];
    private final boolean[] losingFailedRecords = new boolean[1];
    private final boolean checksums;
    private final BlockEvents events;
    private Journal<BlockKey> journal;
    private BlockLog log;
    private boolean failedBefore;
    private int replays;

    BlockLogSimulation(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        disk.directWrites(seed % 2 == 0);
        DataChecksum.Type type = random.nextInt(20) == 0 ? DataChecksum.Type.NULL : DataChecksum.Type.CRC32C;
        checksums = type != DataChecksum.Type.NULL;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            DataChecksum checksum = DataChecksum.newDataChecksum(type, SimulatedBlock.CHUNK);
            blocks.add(new SimulatedBlock(new BlockKey(POOL, i), checksum));
        }
        events = new BlockEvents(random, replicas, blocks, trace);
    }

    /** Control: a journal disk that acknowledges fsyncs without performing them. */
    BlockLogSimulation withoutJournalFsync() {
        disk.ignoreFsync(true);
        return this;
    }

    /** Control: a replay that does not truncate. */
    BlockLogSimulation withReplayThatDoesNotTruncate() {
        ignoringTruncations[0] = true;
        return this;
    }

    /** Control: an fsync that is repeated without a rewrite of the files. */
    BlockLogSimulation withoutRewrites() {
        replicas.ignoreRewrites(true);
        return this;
    }

    /** Control: a replay that ignores failed fsyncs. */
    BlockLogSimulation withReplayThatTrustsSuspectFiles() {
        trustingSuspectFiles[0] = true;
        return this;
    }

    /** Control: a replay that discards the records of failed replicas. */
    BlockLogSimulation withReplayThatLosesFailedRecords() {
        losingFailedRecords[0] = true;
        return this;
    }

    /** Control: a sync of all files that does not report I/O errors. */
    BlockLogSimulation withSyncThatIgnoresFailures() {
        replicas.ignoreSyncFailures(true);
        return this;
    }

    int replays() {
        return replays;
    }

    void run() {
        try {
            runEvents();
        } catch (ReplayInvariants.Violation e) {
            throw violated(e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            throw violated("exception " + e, e);
        }
    }

    private AssertionError violated(String violation, Throwable cause) {
        return new AssertionError("seed " + seed + ": " + violation + "\n  " + String.join("\n  ", trace), cause);
    }

    private void runEvents() throws IOException {
        open();
        SteppedJournal.start(journal, log.checkpointer());
        for (int left = 20 + random.nextInt(61); left > 0; left--) {
            if (random.nextInt(12) == 0) {
                power.failAfter(random.nextInt(12));
            }
            // Without checksums, a rewrite cannot detect that a page was evicted.
            boolean failing = checksums && random.nextInt(8) == 0;
            replicas.failFsyncs(random, failing ? 1 + random.nextInt(4) : 0);
            try {
                event();
                events.acknowledge();
                events.adoptFailures();
            } catch (PowerFailure e) {
                failPower();
            }
        }
        failPower();
    }

    private void open() throws IOException {
        journal = Journal.open(disk, OPTIONS);
        log = new BlockLog(journal, replicas, SYNC_MAX_BYTES, events);
        events.continueWith(journal, log);
    }

    private void event() throws IOException {
        if (events.uncommitted() >= MAX_UNCOMMITTED) {
            events.commit();
        }
        int drawn = random.nextInt(100);
        if (drawn < 62) {
            events.onBlock();
        } else if (drawn < 78) {
            events.commit();
        } else if (drawn < 84) {
            checkpoint();
        } else if (drawn < 90) {
            replicas.writeBack(random);
        } else if (drawn < 92) {
            trace.add("evict");
            replicas.evict();
        } else if (drawn < 95) {
            failPower();
        } else if (drawn < 98) {
            killProcess();
        } else {
            stopCleanly();
        }
    }

    private void checkpoint() {
        if (random.nextInt(4) > 0) {
            trace.add("checkpoint " + SteppedJournal.checkpoint(journal));
            return;
        }
        try {
            journal.checkpoint();
            trace.add("checkpoint on request");
        } catch (IOException e) {
            trace.add("checkpoint on request failed: " + e.getMessage());
        }
    }

    // ---- power failure, process exit, clean stop

    private void failPower() throws IOException {
        trace.add("power failure, journal on disk up to " + journal.durable());
        // A checkpoint may have reported a replica before power failed.
        events.adoptFailures();
        long durable = journal.durable();
        power.restore();
        loseDisks();
        recover(durable);
    }

    private void killProcess() throws IOException {
        trace.add("kill, journal on disk up to " + journal.durable());
        disk.kill();
        deferredDisk.kill();
        recover(journal.durable());
    }

    private void recover(long durable) throws IOException {
        replicas.failFsyncs(random, 0);
        failedBefore = false;
        for (int tries = 0; ; tries++) {
            power.restore();
            if (tries < 3 && random.nextInt(3) == 0) {
                power.failAfter(random.nextInt(30));
            }
            boolean failing = checksums && tries < 3 && random.nextInt(4) == 0;
            replicas.failAccesses(random, random.nextInt(20), failing ? 1 + random.nextInt(5) : 0);
            failedBefore |= failing;
            replicas.enableSync(random.nextBoolean());
            replicas.forgetsAFailedFsync();
            try {
                if (replay(durable)) {
                    break;
                }
                // The DataNode runs without the storage until its next start.
                disk.kill();
                deferredDisk.kill();
            } catch (PowerFailure e) {
                replicas.ignoreTruncations(false);
                power.restore();
                if (replicas.forgetsAFailedFsync() || random.nextBoolean()) {
                    trace.add("power failure in the replay");
                    loseDisks();
                } else {
                    trace.add("process exit in the replay");
                    disk.kill();
                    deferredDisk.kill();
                }
            }
        }
        power.restore();
        replicas.failAccesses(random, 0, 0);
        adopt();
    }

    /** Replays and starts the journal; false if the storage failed. */
    private boolean replay(long durable) throws IOException {
        Set<BlockKey> before = blocks.stream()
                .map(block -> block.key)
                .filter(key -> replicas.found(key).isPresent())
                .collect(Collectors.toSet());
        open();
        Deferral deferral = new Deferral(DeferredRecords.in(() -> true, () -> deferredDisk));
        replicas.ignoreTruncations(ignoringTruncations[0]);
        if (!deferral.parts().isEmpty()) {
            failedBefore = true;
            trace.add("deferred records: " + deferral.parts());
        }
        ReplayReport report = losingFailedRecords[0]
                ? BlockReplay.run(records(), replicas)
                : deferral.replay(journal.id(), records(), replicas, pools -> {}, ReplayProgress.NONE);
        replicas.ignoreTruncations(false);
        trace.add("replayed: " + report);
        replays++;
        boolean storageFailed = !report.failures().storages().isEmpty();
        Set<BlockKey> deferred = deferredBlocks(deferral);
        blocks.forEach(block -> {
            block.withdrawn = deferred.contains(block.key);
            block.wasWithdrawn = false;
            // The journal does not contain its deletion: otherwise it would not be replayed.
            block.deletion = block.withdrawn ? -1 : block.deletion;
        });
        replicas.failAccesses(random, 0, 0);
        if (!storageFailed) {
            invariants.check(journal, durable, before, failedBefore, report);
        }
        if (report.failures().isEmpty()) {
            checkAgain();
        }
        SteppedJournal.start(journal, log.checkpointer());
        replicas.deleteMarker();
        return !storageFailed;
    }

    private static Set<BlockKey> deferredBlocks(Deferral deferral) throws IOException {
        Set<BlockKey> keys = new HashSet<>();
        for (DeferredRecords.Part part : deferral.parts()) {
            deferral.read(part, record -> keys.add(BlockRecord.decode(record).key()));
        }
        return keys;
    }

    private void loseDisks() {
        disk.losePower(random);
        deferredDisk.losePower(random);
        replicas.losePower(random);
    }

    private BlockReplay.Records records() {
        return sink -> journal.replay(record -> {
            if (!trustingSuspectFiles[0] || record.type() != RecordType.SUSPECT.code()) {
                sink.accept(record);
            }
        });
    }

    private void adopt() throws IOException {
        for (SimulatedBlock block : blocks) {
            if (block.withdrawn) {
                continue;
            }
            Optional<SimulatedReplicas.Files> files = replicas.found(block.key);
            if (files.isPresent()) {
                block.adopt(files.get(), replicas.allOnDisk(block.key));
            } else {
                block.adoptMissing();
            }
        }
    }

    /** Repeats the replay, which must change nothing. */
    private void checkAgain() throws IOException {
        if (random.nextInt(3) > 0) {
            return;
        }
        List<String> first = invariants.state();
        replicas.ignoreTruncations(ignoringTruncations[0]);
        BlockReplay.run(records(), replicas);
        replicas.ignoreTruncations(false);
        if (!invariants.state().equals(first)) {
            throw violated("a second replay changed " + first + " to " + invariants.state(), null);
        }
    }

    /** After a clean stop, a stock DataNode starts on the files. */
    private void stopCleanly() throws IOException {
        trace.add("clean stop");
        try {
            log.end();
        } catch (IOException e) {
            trace.add("  " + e.getMessage() + ": the journal is kept");
            if (random.nextBoolean()) {
                failPower();
            } else {
                killProcess();
            }
            return;
        }
        events.acknowledge();
        long durable = journal.durable();
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        if (!after.empty() || after.replay(record -> {}).records() > 0) {
            throw violated("the journal is not empty after a clean stop", null);
        }
        after.abandon();
        if (random.nextBoolean()) {
            trace.add("power failure after the clean end");
            loseDisks();
        }
        invariants.checkAcknowledged(Set.of());
        recover(durable);
    }
}
