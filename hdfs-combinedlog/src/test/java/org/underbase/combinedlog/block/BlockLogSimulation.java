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
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.NoRoomException;
import org.underbase.combinedlog.journal.PowerCut;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.Steps;

/**
 * One schedule of events on a few blocks of a DataNode with a journal, drawn from a seed, with ends of power and of the
 * process at any step of them and of the replay. After each replay the invariants are asserted that {@link #check} and
 * {@link SimulatedBlock#wrong} name.
 */
final class BlockLogSimulation {
    private static final JournalOptions OPTIONS = new JournalOptions(
            3, 64 << 10, 64 << 10, Duration.ZERO, 16 << 10, false, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1));
    private static final String POOL = "BP-1";
    private static final String STORAGE = "DS-1";
    /** Fewer than fill a buffer: appends wait for a committing thread, and there is none. */
    private static final int MOST_UNCOMMITTED = 4;

    private static final int LIMIT = 1_000;

    /** An event that is acknowledged when the journal is on disk up to its record. */
    private record Promise(SimulatedBlock block, long sequence, Runnable kept) {}

    /** What a DataNode does to a block. */
    private interface Event {
        void happen(SimulatedBlock block) throws IOException;
    }

    private final long seed;
    private final Random random;
    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> blocks = new ArrayList<>();
    private final List<Promise> promises = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean[] dropped = new boolean[1];
    private Journal<BlockKey> journal;
    private BlockLog log;
    private long lastStamp = 1_000;
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

    /** A disk that says that it forced what it did not. */
    BlockLogSimulation withLyingJournalDisk() {
        disk.lies(true);
        return this;
    }

    /** A replay that does not cut. */
    BlockLogSimulation withReplayThatDoesNotCut() {
        dropped[0] = true;
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
            throw violated("threw " + e, e);
        }
    }

    private AssertionError violated(String what, Throwable cause) {
        return new AssertionError("seed " + seed + ": " + what + "\n  " + String.join("\n  ", trace), cause);
    }

    private void events() throws IOException {
        open();
        Steps.start(journal, log);
        for (int left = 20 + random.nextInt(61); left > 0; left--) {
            if (random.nextInt(12) == 0) {
                power.cutAfter(random.nextInt(12));
            }
            try {
                event();
                keepPromises();
            } catch (PowerCut e) {
                cutPower();
            }
        }
        cutPower();
    }

    private void open() throws IOException {
        journal = Journal.open(disk, OPTIONS);
        log = new BlockLog(journal, replicas, LIMIT);
        uncommitted = 0;
        promises.clear();
    }

    private void event() throws IOException {
        if (uncommitted >= MOST_UNCOMMITTED) {
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
            cutPower();
        } else if (drawn < 98) {
            killProcess();
        } else {
            endCleanly();
        }
    }

    private void note(String what, SimulatedBlock block) {
        trace.add(what + " " + block.key.id() + " length " + block.length() + " acked " + block.acked + " stamp "
                + block.generationStamp);
    }

    private void commit() {
        uncommitted = 0;
        boolean some = Steps.commit(journal);
        trace.add("commit " + some + " to " + journal.durable());
    }

    private void checkpoint() {
        if (random.nextInt(4) == 0) {
            replicas.failNextForce(random);
        }
        uncommitted = 0;
        trace.add("checkpoint");
        // Once more where the force fails: a process that ended between the two would find clean pages in the cache
        // that are not on disk, and no one could tell.
        if (!Steps.checkpoint(journal)) {
            replicas.failNextForce(null);
            trace.add("checkpoint again: " + Steps.checkpoint(journal));
        }
        replicas.failNextForce(null);
        for (SimulatedBlock block : blocks) {
            if (replicas.givenUp().contains(block.key)) {
                // HDFS has others.
                block.givenUp();
                promises.removeIf(each -> each.block() == block);
            }
        }
    }

    private void onBlock() throws IOException {
        List<SimulatedBlock> idle = blocks.stream()
                .filter(block -> promises.stream().noneMatch(each -> each.block() == block))
                .toList();
        if (idle.isEmpty()) {
            commit();
            return;
        }
        SimulatedBlock block = idle.get(random.nextInt(idle.size()));
        List<Event> possible = possible(block);
        possible.get(random.nextInt(possible.size())).happen(block);
    }

    private List<Event> possible(SimulatedBlock block) {
        if (!block.exists) {
            return List.of(this::create);
        }
        if (replicas.givenUp().contains(block.key)) {
            return List.of(this::delete, this::create);
        }
        if (block.sound < 0) {
            return List.of(this::delete, this::create);
        }
        List<Event> events = new ArrayList<>();
        if (random.nextInt(6) == 0) {
            events.add(random.nextBoolean() ? this::delete : this::create);
        }
        if (block.waiting || block.sound < block.length()) {
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

    // ---- what happens to blocks

    private void promise(SimulatedBlock block, long sequence, Runnable kept) {
        uncommitted++;
        promises.add(new Promise(block, sequence, kept));
    }

    private void keepPromises() {
        long durable = journal.durable();
        promises.removeIf(each -> {
            if (each.sequence() > durable) {
                return false;
            }
            each.kept().run();
            note("  acked", each.block());
            return true;
        });
    }

    private boolean isTracked(SimulatedBlock block) {
        return log.replicas().contains(block.key);
    }

    private void create(SimulatedBlock block) throws IOException {
        replicas.givenUp().remove(block.key);
        block.create(replicas, ++lastStamp);
        note("create", block);
        // What was before may be there again after a power cut, as on stock HDFS.
        promise(block, log.recordCreated(block.key), () -> {});
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
        long sequence;
        try {
            sequence = log.record(block.key, STORAGE, stamp, block.checksum, length, files);
        } catch (NoRoomException e) {
            sequence = -1;
        }
        if (sequence < 0) {
            files.force();
            trace.add("  forced");
            sequence = log.recordForced(block.key, STORAGE, stamp, block.checksum, length, files);
        }
        promise(block, sequence, () -> {
            block.acked = length;
            block.ackedStamp = stamp;
            block.acknowledged(true);
        });
    }

    private void recoverRbw(SimulatedBlock block) throws IOException {
        int length = block.acked + random.nextInt(block.length() - block.acked + 1);
        if (!isTracked(block)) {
            lastChunkIsUnguarded(block, length);
        }
        block.cut(replicas, length);
        block.rename(replicas, ++lastStamp, false);
        note("recoverRbw", block);
        changed(block);
    }

    private void append(SimulatedBlock block) throws IOException {
        if (!isTracked(block)) {
            lastChunkIsUnguarded(block, block.length());
        }
        block.finalAcked = false;
        block.rename(replicas, ++lastStamp, false);
        note("append", block);
        changed(block);
    }

    /** As on stock HDFS: its checksum is written again, and the journal, which forgot the replica, has no other. */
    private static void lastChunkIsUnguarded(SimulatedBlock block, int length) {
        block.acked = (int) Math.min(block.acked, block.layout().floor(length));
    }

    private void changed(SimulatedBlock block) throws IOException {
        boolean tracked = isTracked(block);
        long stamp = block.generationStamp;
        long sequence = log.recordChanged(block.key, STORAGE, stamp, block.length());
        promise(block, sequence, () -> {
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
        BlockLog.Final end = log.recordFinalized(
                block.key, STORAGE, stamp, length, replicas.found(block.key).orElseThrow());
        promise(block, end.sequence(), () -> {
            if (tracked && end.whole()) {
                block.acked = length;
                block.ackedStamp = stamp;
                block.finalAcked = true;
            }
        });
    }

    /** First the generation stamp, then the cut, then the place: the order of HDFS here is not that of a pipeline. */
    private void recoverBlock(SimulatedBlock block) throws IOException {
        boolean tracked = isTracked(block);
        block.waiting = false;
        block.finalAcked = false;
        block.rename(replicas, ++lastStamp, block.finalized);
        int length = block.sound;
        if (length == block.length() && random.nextInt(3) == 0) {
            length = random.nextInt(length + 1);
        }
        if (length < block.length()) {
            if (!tracked) {
                lastChunkIsUnguarded(block, length);
            }
            block.cut(replicas, length);
        }
        block.rename(replicas, block.generationStamp, true);
        note("recover", block);
        changed(block);
        recordFinal(block);
    }

    private void delete(SimulatedBlock block) throws IOException {
        Optional<Object> before = log.beforeDeletion(block.key);
        replicas.givenUp().remove(block.key);
        block.delete(replicas);
        block.deletion = 0;
        note("delete", block);
        if (before.isPresent()) {
            uncommitted++;
            log.deleted(block.key, before.get());
            block.deletion = ((Tracked) before.get()).lastSequence();
        }
    }

    // ---- the end of the power, of the process, of the journal

    private void cutPower() throws IOException {
        trace.add("power cut, journal on disk up to " + journal.durable());
        long durable = journal.durable();
        power.restore();
        disk.cut(random);
        replicas.cut(random);
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
                power.cutAfter(random.nextInt(30));
            }
            try {
                Map<BlockKey, Boolean> before = new HashMap<>();
                blocks.forEach(
                        block -> before.put(block.key, replicas.found(block.key).isPresent()));
                open();
                replicas.ignoresCuts(dropped[0]);
                ReplayReport report = BlockReplay.run(journal, replicas);
                replicas.ignoresCuts(false);
                trace.add("replayed: " + report);
                replays++;
                check(durable, before, report);
                Steps.start(journal, log);
                break;
            } catch (PowerCut e) {
                replicas.ignoresCuts(false);
                trace.add("power cut in the replay");
                power.restore();
                disk.cut(random);
                replicas.cut(random);
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
                block.adoptNothing();
            }
        }
    }

    /** After a clean end a stock DataNode starts on the files as they are. */
    private void endCleanly() throws IOException {
        trace.add("clean end");
        log.end();
        keepPromises();
        long durable = journal.durable();
        Journal<BlockKey> after = Journal.open(disk, OPTIONS);
        if (!after.empty() || after.replay(record -> {}).records() > 0) {
            throw violated("the journal is not empty after a clean end", null);
        }
        after.abandon();
        if (random.nextBoolean()) {
            trace.add("power cut after the clean end");
            disk.cut(random);
            replicas.cut(random);
        }
        checkPromises(Set.of());
        recover(durable);
    }

    // ---- the invariants

    private void check(long durable, Map<BlockKey, Boolean> before, ReplayReport report) throws IOException {
        Map<BlockKey, ReplayPlan> plans = new HashMap<>();
        journal.replay(record -> {
            BlockRecord told = BlockRecord.decode(record);
            plans.computeIfAbsent(told.key(), any -> new ReplayPlan()).add(record.sequence(), told);
        });
        Set<BlockKey> replayed = new LinkedHashSet<>();
        plans.forEach((key, plan) -> {
            // A shorter one was cut or created anew when the power was cut, and the journal knows nothing of it.
            boolean known = replicas.found(key)
                    .filter(files -> files.dataLength() < plan.firstOffset())
                    .isEmpty();
            if (plan.anything() && known) {
                replayed.add(key);
            }
        });
        if (report.damaged() > 0) {
            throw violated("the replay could not mend a replica: " + report, null);
        }
        if (report.journal().gaps() > 0) {
            throw violated("the journal has gaps: " + report, null);
        }
        checkPromises(replayed);
        for (SimulatedBlock block : blocks) {
            boolean there = replicas.found(block.key).isPresent();
            boolean deleted = block.deletion >= 0 && block.deletion <= durable;
            if (deleted && there && !before.get(block.key)) {
                throw violated("block " + block.key + " was deleted and is brought back", null);
            }
            if (deleted && replayed.contains(block.key)) {
                throw violated("block " + block.key + " was deleted and is replayed", null);
            }
            if (there && replayed.contains(block.key) && !replicas.allOnDisk(block.key)) {
                throw violated("block " + block.key + " is not on disk after its replay", null);
            }
        }
        checkAgain();
    }

    private void checkPromises(Set<BlockKey> replayed) throws IOException {
        for (SimulatedBlock block : blocks) {
            Optional<SimulatedReplicas.Files> found = replicas.found(block.key);
            if (found.isEmpty()) {
                if (block.acked > 0 || block.finalAcked) {
                    throw violated("block " + block.key + " is lost, with " + block.acked + " bytes", null);
                }
                continue;
            }
            String wrong = block.wrong(found.get());
            if (!wrong.isEmpty()) {
                throw violated("block " + block.key + " " + wrong, null);
            }
            if (replayed.contains(block.key) && !block.lost) {
                int sound = block.soundLength(found.get());
                byte[] data = found.get().data();
                if (sound < Math.min(data.length, block.cutting)) {
                    throw violated(
                            "block " + block.key + " fits its checksums up to " + sound + " of " + data.length
                                    + " after its replay",
                            null);
                }
                if (!block.isOneContent(data)) {
                    throw violated("block " + block.key + " has a content that it never had", null);
                }
            }
        }
    }

    /** A replay may be repeated. */
    private void checkAgain() throws IOException {
        if (random.nextInt(3) > 0) {
            return;
        }
        List<String> first = state();
        replicas.ignoresCuts(dropped[0]);
        BlockReplay.run(journal, replicas);
        replicas.ignoresCuts(false);
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
