package org.underbase.combinedlog.block;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerFailure;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.SteppedJournal;

/**
 * One seeded schedule of events on a few blocks of a DataNode with a journal. Power failures and process exits interrupt any step
 * of the events and of the replay. After each replay, {@link #check} and {@link SimulatedBlock#violation} assert the invariants.
 */
final class BlockLogSimulation {
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withSegmentWaitTimeout(Duration.ZERO);
    private static final String POOL = "BP-1";
    private static final String STORAGE = "DS-1";
    /** Fewer records than fill a buffer: an append that waits for the committing thread would wait forever. */
    private static final int MAX_UNCOMMITTED = 4;

    private static final int SYNC_MAX_BYTES = 1_000;

    /** Acknowledgement of an event that waits until its record is on disk. */
    private record PendingAck(SimulatedBlock block, long sequence, Runnable whenDurable) {}

    /** Operation of a DataNode on a block. */
    private interface Event {
        void run(SimulatedBlock block) throws IOException;
    }

    private final long seed;
    private final Random random;
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> blocks = new ArrayList<>();
    private final List<PendingAck> pendingAcks = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean[] ignoringTruncations = new boolean[1];
    private Journal<BlockKey> journal;
    private BlockLog log;
    private long lastStamp = 1_000;
    /** Sequence of the last record that the log waited for. */
    private long awaited;

    private int uncommitted;
    private int replays;

    BlockLogSimulation(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        DataChecksum.Type type = random.nextInt(20) == 0 ? DataChecksum.Type.NULL : DataChecksum.Type.CRC32C;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            DataChecksum checksum = DataChecksum.newDataChecksum(type, SimulatedBlock.CHUNK);
            blocks.add(new SimulatedBlock(new BlockKey(POOL, i), checksum));
        }
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

    int replays() {
        return replays;
    }

    void run() {
        try {
            events();
        } catch (AssertionError e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw violated("exception " + e, e);
        }
    }

    private AssertionError violated(String violation, Throwable cause) {
        return new AssertionError("seed " + seed + ": " + violation + "\n  " + String.join("\n  ", trace), cause);
    }

    private void events() throws IOException {
        open();
        SteppedJournal.start(journal, log.checkpointer());
        for (int left = 20 + random.nextInt(61); left > 0; left--) {
            if (random.nextInt(12) == 0) {
                power.failAfter(random.nextInt(12));
            }
            try {
                event();
                acknowledge();
            } catch (PowerFailure e) {
                failPower();
            }
        }
        failPower();
    }

    private void open() throws IOException {
        journal = Journal.open(disk, OPTIONS);
        log = new BlockLog(journal, replicas, SYNC_MAX_BYTES, sequence -> awaited = sequence);
        uncommitted = 0;
        pendingAcks.clear();
    }

    private void event() throws IOException {
        if (uncommitted >= MAX_UNCOMMITTED) {
            commit();
        }
        int drawn = random.nextInt(100);
        if (drawn < 62) {
            onBlock();
        } else if (drawn < 78) {
            commit();
        } else if (drawn < 84) {
            checkpoint();
        } else if (drawn < 92) {
            replicas.writeBack(random);
        } else if (drawn < 95) {
            failPower();
        } else if (drawn < 98) {
            killProcess();
        } else {
            stopCleanly();
        }
    }

    private void note(String event, SimulatedBlock block) {
        trace.add(event + " " + block.key.id() + " length " + block.length() + " acked " + block.acked + " stamp "
                + block.generationStamp);
    }

    private void commit() {
        uncommitted = 0;
        boolean some = SteppedJournal.commit(journal);
        trace.add("commit " + some + " to " + journal.durable());
    }

    private void checkpoint() {
        if (random.nextInt(4) == 0) {
            replicas.failNextFsync(random);
        }
        uncommitted = 0;
        trace.add("checkpoint");
        // Repeats a failed fsync at once: a process that exits in between would find clean pages in the cache that are
        // not
        // on disk, which no check can detect.
        if (!SteppedJournal.checkpoint(journal)) {
            replicas.failNextFsync(null);
            trace.add("checkpoint again: " + SteppedJournal.checkpoint(journal));
        }
        replicas.failNextFsync(null);
        for (SimulatedBlock block : blocks) {
            if (replicas.failed().contains(block.key)) {
                // HDFS has other replicas.
                block.failed();
                pendingAcks.removeIf(each -> each.block() == block);
            }
        }
    }

    private void onBlock() throws IOException {
        List<SimulatedBlock> idle = blocks.stream()
                .filter(block -> pendingAcks.stream().noneMatch(each -> each.block() == block))
                .toList();
        if (idle.isEmpty()) {
            commit();
            return;
        }
        SimulatedBlock block = idle.get(random.nextInt(idle.size()));
        List<Event> possible = possible(block);
        possible.get(random.nextInt(possible.size())).run(block);
    }

    private List<Event> possible(SimulatedBlock block) {
        if (!block.exists) {
            return List.of(this::create);
        }
        if (replicas.failed().contains(block.key)) {
            return List.of(this::delete, this::create);
        }
        if (block.valid < 0) {
            return List.of(this::delete, this::create);
        }
        List<Event> events = new ArrayList<>();
        if (random.nextInt(6) == 0) {
            events.add(random.nextBoolean() ? this::delete : this::create);
        }
        if (block.waiting || block.valid < block.length()) {
            events.add(this::recoverBlock);
        } else if (block.finalized) {
            events.add(this::append);
            events.add(random.nextBoolean() ? this::recoverBlock : this::append);
        } else {
            for (int i = 0; i < 3; i++) {
                events.add(this::write);
                events.add(this::sync);
            }
            events.add(this::recoverRbw);
            events.add(this::finish);
            if (random.nextInt(4) == 0) {
                events.add(this::recoverBlock);
            }
        }
        return events;
    }

    // ---- events of blocks

    private void acknowledgeWhenDurable(SimulatedBlock block, long sequence, Runnable whenDurable) {
        uncommitted++;
        pendingAcks.add(new PendingAck(block, sequence, whenDurable));
    }

    private void acknowledge() {
        long durable = journal.durable();
        pendingAcks.removeIf(each -> {
            if (each.sequence() > durable) {
                return false;
            }
            each.whenDurable().run();
            note("  acked", each.block());
            return true;
        });
    }

    private boolean isTracked(SimulatedBlock block) {
        return log.isTracked(block.key);
    }

    private static ReplicaSnapshot snapshot(SimulatedBlock block) {
        return new ReplicaSnapshot(block.key, STORAGE, block.generationStamp, block.length());
    }

    private void assertDurable(Outcome outcome) {
        if (outcome != Outcome.DURABLE) {
            throw violated("outcome " + outcome, null);
        }
    }

    private void create(SimulatedBlock block) throws IOException {
        replicas.failed().remove(block.key);
        block.create(replicas, ++lastStamp);
        note("create", block);
        // After a power failure, the earlier replica may reappear, as on stock HDFS.
        log.created(block.key);
        acknowledgeWhenDurable(block, awaited, () -> {});
    }

    private void write(SimulatedBlock block) throws IOException {
        int most = random.nextInt(8) == 0 ? 2_000 : 150;
        block.write(replicas, SimulatedBlock.bytes(random, 1 + random.nextInt(most)));
        note("write", block);
    }

    private void sync(SimulatedBlock block) throws IOException {
        note("sync", block);
        ReplicaFiles files = replicas.found(block.key).orElseThrow();
        int length = block.length();
        long stamp = block.generationStamp;
        ReplicaSnapshot now = snapshot(block);
        if (log.sync(now, block.checksum, files) != Outcome.DURABLE) {
            files.force();
            trace.add("  fsynced");
            assertDurable(log.fsynced(now, block.checksum, files));
        }
        acknowledgeWhenDurable(block, awaited, () -> {
            block.acked = length;
            block.ackedStamp = stamp;
            block.acknowledged(true);
        });
    }

    private void recoverRbw(SimulatedBlock block) throws IOException {
        int length = block.acked + random.nextInt(block.length() - block.acked + 1);
        if (!isTracked(block)) {
            loseLastChunk(block, length);
        }
        block.truncate(replicas, length);
        block.rename(replicas, ++lastStamp, false);
        note("recoverRbw", block);
        changed(block);
    }

    private void append(SimulatedBlock block) throws IOException {
        if (!isTracked(block)) {
            loseLastChunk(block, block.length());
        }
        block.finalAcked = false;
        block.rename(replicas, ++lastStamp, false);
        note("append", block);
        changed(block);
    }

    /** As on stock HDFS: the chunk's checksum is rewritten, and the journal no longer contains the replica. */
    private static void loseLastChunk(SimulatedBlock block, int length) {
        block.acked = (int) Math.min(block.acked, block.layout().floor(length));
    }

    private void changed(SimulatedBlock block) throws IOException {
        boolean tracked = isTracked(block);
        long stamp = block.generationStamp;
        log.changed(snapshot(block));
        acknowledgeWhenDurable(block, awaited, () -> {
            if (tracked) {
                block.ackedStamp = stamp;
            }
            block.acknowledged(tracked);
        });
    }

    private void finish(SimulatedBlock block) throws IOException {
        block.rename(replicas, block.generationStamp, true);
        note("finalize", block);
        recordFinal(block);
    }

    private void recordFinal(SimulatedBlock block) throws IOException {
        boolean tracked = isTracked(block);
        int length = block.length();
        long stamp = block.generationStamp;
        Outcome outcome =
                log.finalized(snapshot(block), replicas.found(block.key).orElseThrow());
        acknowledgeWhenDurable(block, awaited, () -> {
            if (tracked && outcome == Outcome.DURABLE) {
                block.acked = length;
                block.ackedStamp = stamp;
                block.finalAcked = true;
            }
        });
    }

    /** Bumps the generation stamp, truncates, then moves: unlike a pipeline recovery, HDFS does it in this order. */
    private void recoverBlock(SimulatedBlock block) throws IOException {
        boolean tracked = isTracked(block);
        block.waiting = false;
        block.finalAcked = false;
        block.rename(replicas, ++lastStamp, block.finalized);
        int length = block.valid;
        if (length == block.length() && random.nextInt(3) == 0) {
            length = random.nextInt(length + 1);
        }
        if (length < block.length()) {
            if (!tracked) {
                loseLastChunk(block, length);
            }
            block.truncate(replicas, length);
        }
        block.rename(replicas, block.generationStamp, true);
        note("recover", block);
        changed(block);
        recordFinal(block);
    }

    private void delete(SimulatedBlock block) throws IOException {
        Optional<TrackedReplica> tracked = log.find(block.key);
        replicas.failed().remove(block.key);
        block.delete(replicas);
        block.deletion = 0;
        note("delete", block);
        if (tracked.isPresent()) {
            uncommitted++;
            log.deleted(tracked.get());
            block.deletion = tracked.get().lastSequence();
        }
    }

    // ---- power failure, process exit, clean stop

    private void failPower() throws IOException {
        trace.add("power failure, journal on disk up to " + journal.durable());
        long durable = journal.durable();
        power.restore();
        disk.losePower(random);
        replicas.losePower(random);
        recover(durable);
    }

    private void killProcess() throws IOException {
        trace.add("kill, journal on disk up to " + journal.durable());
        disk.kill();
        recover(journal.durable());
    }

    private void recover(long durable) throws IOException {
        for (int tries = 0; ; tries++) {
            power.restore();
            if (tries < 3 && random.nextInt(3) == 0) {
                power.failAfter(random.nextInt(30));
            }
            try {
                Map<BlockKey, Boolean> before = new HashMap<>();
                blocks.forEach(
                        block -> before.put(block.key, replicas.found(block.key).isPresent()));
                open();
                replicas.ignoreTruncations(ignoringTruncations[0]);
                ReplayReport report = BlockReplay.run(journal, replicas);
                replicas.ignoreTruncations(false);
                trace.add("replayed: " + report);
                replays++;
                check(durable, before, report);
                SteppedJournal.start(journal, log.checkpointer());
                break;
            } catch (PowerFailure e) {
                replicas.ignoreTruncations(false);
                trace.add("power failure in the replay");
                power.restore();
                disk.losePower(random);
                replicas.losePower(random);
            }
        }
        power.restore();
        adopt();
    }

    private void adopt() throws IOException {
        for (SimulatedBlock block : blocks) {
            Optional<SimulatedReplicas.Files> files = replicas.found(block.key);
            if (files.isPresent()) {
                block.adopt(files.get(), replicas.allOnDisk(block.key));
            } else {
                block.adoptMissing();
            }
        }
    }

    /** After a clean stop, a stock DataNode starts on the files. */
    private void stopCleanly() throws IOException {
        trace.add("clean stop");
        log.end();
        acknowledge();
        long durable = journal.durable();
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        if (!after.empty() || after.replay(record -> {}).records() > 0) {
            throw violated("the journal is not empty after a clean stop", null);
        }
        after.abandon();
        if (random.nextBoolean()) {
            trace.add("power failure after the clean end");
            disk.losePower(random);
            replicas.losePower(random);
        }
        checkAcknowledged(Set.of());
        recover(durable);
    }

    // ---- the invariants

    private void check(long durable, Map<BlockKey, Boolean> before, ReplayReport report) throws IOException {
        Map<BlockKey, ReplayPlan> plans = new HashMap<>();
        journal.replay(record -> {
            BlockRecord decoded = BlockRecord.decode(record);
            plans.computeIfAbsent(decoded.key(), any -> new ReplayPlan()).add(record.sequence(), decoded);
        });
        Set<BlockKey> replayed = new LinkedHashSet<>();
        plans.forEach((key, plan) -> {
            // A shorter one was truncated or recreated when power failed, before that was recorded.
            boolean known = replicas.found(key)
                    .filter(files -> files.dataLength() < plan.firstOffset())
                    .isEmpty();
            if (plan.needsReplay() && known) {
                replayed.add(key);
            }
        });
        if (report.corruptCount() > 0) {
            throw violated("the replay could not repair a replica: " + report, null);
        }
        if (report.journal().gaps() > 0) {
            throw violated("the journal has gaps: " + report, null);
        }
        checkAcknowledged(replayed);
        for (SimulatedBlock block : blocks) {
            boolean exists = replicas.found(block.key).isPresent();
            boolean deleted = block.deletion >= 0 && block.deletion <= durable;
            if (deleted && exists && !before.get(block.key)) {
                throw violated("block " + block.key + " was deleted and reappears", null);
            }
            if (deleted && replayed.contains(block.key)) {
                throw violated("block " + block.key + " was deleted and is replayed", null);
            }
            if (exists && replayed.contains(block.key) && !replicas.allOnDisk(block.key)) {
                throw violated("block " + block.key + " is not on disk after its replay", null);
            }
        }
        checkAgain();
    }

    private void checkAcknowledged(Set<BlockKey> replayed) throws IOException {
        for (SimulatedBlock block : blocks) {
            Optional<SimulatedReplicas.Files> found = replicas.found(block.key);
            if (found.isEmpty()) {
                if (block.acked > 0 || block.finalAcked) {
                    throw violated("block " + block.key + " is lost, with " + block.acked + " bytes", null);
                }
                continue;
            }
            String violation = block.violation(found.get());
            if (!violation.isEmpty()) {
                throw violated("block " + block.key + " " + violation, null);
            }
            if (replayed.contains(block.key) && !block.lost) {
                int valid = block.validLength(found.get());
                byte[] data = found.get().data();
                if (valid < Math.min(data.length, block.truncating)) {
                    throw violated(
                            "block " + block.key + " matches its checksums up to " + valid + " of " + data.length
                                    + " after its replay",
                            null);
                }
                if (!block.isOneContent(data)) {
                    throw violated("block " + block.key + " has content that was never written", null);
                }
            }
        }
    }

    /** Repeats the replay, which must change nothing. */
    private void checkAgain() throws IOException {
        if (random.nextInt(3) > 0) {
            return;
        }
        List<String> first = state();
        replicas.ignoreTruncations(ignoringTruncations[0]);
        BlockReplay.run(journal, replicas);
        replicas.ignoreTruncations(false);
        if (!state().equals(first)) {
            throw violated("a second replay changed " + first + " to " + state(), null);
        }
    }

    private List<String> state() {
        List<String> state = new ArrayList<>();
        for (SimulatedBlock block : blocks) {
            replicas.found(block.key)
                    .ifPresent(files -> state.add(block.key + " " + files.generationStamp() + " " + files.isFinalized()
                            + " " + files.data().length + " " + java.util.Arrays.hashCode(files.data()) + " "
                            + java.util.Arrays.hashCode(files.meta())));
        }
        return state;
    }
}
