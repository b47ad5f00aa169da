package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reclaims full segments: it lets the owner make their records durable elsewhere, then commits a checkpoint record. One
 * checkpoint runs at a time.
 *
 * @param <K> owner of a record
 */
final class CheckpointRunner<K> {
    private final JournalOptions options;
    private final SegmentRing<K> ring;
    private final JournalState state;
    private final JournalThreads threads;
    private final Counters counters;
    private final Committer<K> committer;
    private final SegmentSupply<K> supply;
    private final RepeatedWarning warning;
    /** Held during a checkpoint: a close may coincide with a running checkpoint. */
    private final ReentrantLock running = new ReentrantLock();

    private Checkpointer<K> owner;

    CheckpointRunner(
            JournalOptions options,
            SegmentRing<K> ring,
            JournalState state,
            JournalThreads threads,
            Counters counters,
            Committer<K> committer,
            SegmentSupply<K> supply,
            String journal) {
        this.options = options;
        this.ring = ring;
        this.state = state;
        this.threads = threads;
        this.counters = counters;
        this.committer = committer;
        this.supply = supply;
        this.warning = new RepeatedWarning("Cannot reclaim a segment", journal);
    }

    void start(Checkpointer<K> recordOwner) {
        owner = recordOwner;
    }

    /** Returns the message of the last checkpoint that failed; empty if none did. */
    String lastFailure() {
        return warning.last();
    }

    void loop() {
        while (awaitFull()) {
            if (!step()) {
                // The cause may be temporary, such as a volume that is being removed.
                state.awaitSegments(() -> options.retry().toNanos(), state::hasStopped);
            }
        }
    }

    private boolean awaitFull() {
        while (!state.hasStopped()) {
            if (ring.hasFull()) {
                return true;
            }
            state.awaitSegments(() -> JournalState.IDLE_NANOS, () -> ring.hasFull() || state.hasStopped());
        }
        return false;
    }

    /** Reclaims the oldest full segment; false without a full segment and after a failure of the owner. */
    boolean step() {
        running.lock();
        try {
            return ring.hasFull() && reclaimOldest();
        } finally {
            running.unlock();
        }
    }

    private boolean reclaimOldest() {
        Segment<K> segment = ring.oldestFull();
        long start = System.nanoTime();
        try {
            checkpoint(ring.keysOf(segment), segment.lastSequence(), this::rest);
            if (threads.none()) {
                supply.runAll();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            counters.checkpointFailures.increment();
            warning.failed(e);
            return false;
        } finally {
            counters.checkpointNanos.add(System.nanoTime() - start);
        }
    }

    private void checkpoint(Set<K> keys, long upTo, Checkpointer.Pace pace) throws IOException {
        owner.makeDurable(keys, upTo, pace);
        // Records that the owner appended precede the checkpoint record, so both are on disk when this returns.
        committer.commitCheckpoint(upTo);
        // Before the owner, which may need a lock of a thread that waits for a segment.
        while (ring.hasFull() && ring.oldestFull().lastSequence() <= upTo) {
            ring.freeOldest();
            counters.checkpoints.increment();
        }
        state.signalChange();
        owner.forgotten(upTo);
    }

    /** Makes all records that were appended before durable elsewhere and frees their full segments. */
    void now() throws IOException {
        running.lock();
        try {
            long nanos = System.nanoTime();
            long upTo = committer.sequence();
            committer.commitAll(upTo);
            checkpoint(ring.allKeys(), upTo, this::rest);
            ring.forget(upTo, nanos);
        } finally {
            running.unlock();
        }
    }

    /** Makes all records durable elsewhere and leaves the journal empty. */
    void drain() throws IOException {
        running.lock();
        try {
            long upTo = committer.sequence();
            committer.commitAll(upTo);
            owner.makeDurable(ring.allKeys(), upTo, spent -> {});
            // Includes the records that the owner appended above: they protect against later writes, and none follow.
            long last = committer.sequence();
            committer.commitCheckpoint(last);
            owner.forgotten(last);
        } finally {
            running.unlock();
        }
    }

    /** Pauses as long as the step took, so that writers get half of the disk's time; not while segments are scarce. */
    private void rest(long spentNanos) {
        if (!threads.none()) {
            state.awaitSegments(() -> spentNanos, () -> ring.isUrgent() || state.hasStopped());
        }
    }
}
