package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.SteppedJournal;

/** Events of the blocks of a simulated DataNode, and their acknowledgements to clients and NameNode. */
final class BlockEvents implements BlockLog.CommitWait {
    /** Acknowledgement of an event that waits until its record is on disk. */
    private record PendingAck(SimulatedBlock block, long sequence, Runnable whenDurable) {}

    /** Operation of a DataNode on a block. */
    private interface Event {
        void run(SimulatedBlock block) throws IOException;
    }

    private final Random random;
    private final SimulatedReplicas replicas;
    private final List<SimulatedBlock> blocks;
    private final List<String> trace;
    private final List<PendingAck> pendingAcks = new ArrayList<>();
    private Journal<BlockKey> journal;
    private BlockLog log;
    private long lastStamp = 1_000;
    /** Sequence of the last record that the log waited for. */
    private long awaited;

    private int uncommitted;

    BlockEvents(Random random, SimulatedReplicas replicas, List<SimulatedBlock> blocks, List<String> trace) {
        this.random = random;
        this.replicas = replicas;
        this.blocks = blocks;
        this.trace = trace;
    }

    /** Continues with a new process, which has no waiting client. */
    void continueWith(Journal<BlockKey> newJournal, BlockLog newLog) {
        journal = newJournal;
        log = newLog;
        uncommitted = 0;
        pendingAcks.clear();
    }

    /** Returns the number of events since the last commit that wait for one. */
    int uncommitted() {
        return uncommitted;
    }

    void commit() {
        uncommitted = 0;
        boolean some = SteppedJournal.commit(journal);
        trace.add("commit " + some + " to " + journal.durable());
    }

    @Override
    public void await(long sequence) {
        awaited = sequence;
    }

    @Override
    public void awaitNow(long sequence) {
        while (journal.durable() < sequence) {
            commit();
        }
    }

    private void note(String event, SimulatedBlock block) {
        trace.add(event + " " + block.key.id() + " length " + block.length() + " acked " + block.acked + " stamp "
                + block.generationStamp);
    }
    /** HDFS has other replicas of a block that was reported as bad. */
    void adoptFailures() {
        for (SimulatedBlock block : blocks) {
            if (replicas.failed().contains(block.key) && !block.lost) {
                note("  failed", block);
                block.failed();
                pendingAcks.removeIf(each -> each.block() == block);
            }
        }
    }

    /** Runs a random event of a random block that waits for no acknowledgement. */
    void onBlock() throws IOException {
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
        if (block.withdrawn) {
            // HDFS copies the block from another DataNode.
            return List.of(random.nextInt(3) == 0 ? this::create : any -> {});
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
            events.add(this::settle);
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

    private void acknowledgeWhenDurable(SimulatedBlock block, long sequence, Runnable whenDurable) {
        uncommitted++;
        pendingAcks.add(new PendingAck(block, sequence, whenDurable));
    }

    /** Acknowledges the events whose records are on disk. */
    void acknowledge() {
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
        return new ReplicaSnapshot(block.key, SimulatedReplicas.STORAGE, block.generationStamp, block.length());
    }

    private static void assertDurable(Outcome outcome) {
        if (outcome != Outcome.DURABLE) {
            throw new ReplayInvariants.Violation("outcome " + outcome);
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
        if (Syncs.sync(log, now, block.checksum, files) != Outcome.DURABLE) {
            if (!forced(now, files)) {
                return;
            }
            trace.add("  fsynced");
            assertDurable(log.fsynced(now, block.checksum, files));
        }
        acknowledgeWhenDurable(block, awaited, () -> {
            block.acked = length;
            block.ackedStamp = stamp;
            block.acknowledged(true);
        });
    }

    /** Fsyncs the files; false after a failure, which is reported to the client. */
    private boolean forced(ReplicaSnapshot now, ReplicaFiles files) {
        try {
            log.force(now, files);
            return true;
        } catch (IOException e) {
            trace.add("  " + e.getMessage());
            return false;
        }
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
        block.finalAcked = false;
        block.rename(replicas, ++lastStamp, false);
        note("append", block);
        ReplicaSnapshot now = snapshot(block);
        ReplicaFiles files = replicas.found(block.key).orElseThrow();
        boolean tracked = isTracked(block);
        try {
            log.reopened(now, files);
        } catch (IOException e) {
            trace.add("  " + e.getMessage());
            // No client writes it before a block recovery.
            block.waiting = true;
            return;
        }
        acknowledgeWhenDurable(block, awaited, () -> {
            block.acked = tracked ? block.acked : (int) now.length();
            block.ackedStamp = now.generationStamp();
            block.acknowledged(true);
        });
    }

    /** As before the shutdown of a block pool. */
    private void settle(SimulatedBlock block) {
        note("settle", block);
        try {
            log.settle(block.key);
            acknowledgeWhenDurable(block, awaited, () -> {});
        } catch (IOException e) {
            trace.add("  " + e.getMessage());
        }
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

    /** Reports a recovered replica to the NameNode; false after a failure, after which the NameNode repeats the recovery. */
    private boolean recovered(SimulatedBlock block) {
        long stamp = block.generationStamp;
        try {
            log.recovered(snapshot(block));
        } catch (IOException e) {
            trace.add("  " + e.getMessage());
            block.waiting = true;
            return false;
        }
        acknowledgeWhenDurable(block, awaited, () -> {
            block.ackedStamp = stamp;
            block.acknowledged(true);
        });
        return true;
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
        if (recovered(block)) {
            recordFinal(block);
        }
    }

    private void delete(SimulatedBlock block) throws IOException {
        Optional<TrackedReplica> tracked = log.find(block.key);
        replicas.failed().remove(block.key);
        block.delete(replicas);
        // The replica may reappear if an earlier one failed: the NameNode deletes it again.
        block.deletion = block.wasWithdrawn ? -1 : 0;
        note("delete", block);
        if (tracked.isPresent()) {
            uncommitted++;
            log.deleted(tracked.get());
            block.deletion = block.wasWithdrawn ? -1 : tracked.get().lastSequence();
        }
    }
}
