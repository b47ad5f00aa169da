package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.JournalFailedException;
import org.underbase.combinedlog.journal.JournalFullException;

/**
 * Order between the changes of replicas and the end of their journal. Changes are recorded until the journal ends or is
 * invalidated, which waits for the changes in progress. Thread-safe.
 */
final class RecordGate {
    /**
     * Read lock: a change that is recorded; a sync holds it until its record is appended, and other changes until the commit. Write
     * lock: end or invalidation of the journal.
     */
    private final ReadWriteLock gate = new ReentrantReadWriteLock();

    /** Guarded by the gate. */
    private State state = State.RECORDING;
    /** Counted down when the state is final. */
    private final CountDownLatch closed = new CountDownLatch(1);

    /** State of the journal. */
    private enum State {
        RECORDING,
        /** It is empty or invalid: changes are not recorded, as on a stock DataNode. */
        UNUSED,
        /** It keeps records, and its replay would undo a change that is not recorded. */
        KEPT
    }

    /** Append that returns the sequence to wait for: 0 for none, {@link ReplicaRecorder#OVERSIZED} if nothing was appended. */
    interface Append {
        long run() throws IOException;
    }

    /** Last step of a journal, after which its records are not needed. */
    interface End {
        void run() throws IOException;
    }

    /** Appends a record and waits, unless the journal has ended. */
    Outcome append(Append append, BlockLog.CommitWait wait) throws IOException {
        gate.readLock().lock();
        try {
            if (state != State.RECORDING) {
                return Outcome.JOURNAL_FAILED;
            }
            long sequence = append.run();
            if (sequence == ReplicaRecorder.OVERSIZED) {
                return Outcome.OVERSIZED;
            }
            wait.await(sequence);
            return Outcome.DURABLE;
        } catch (JournalFullException e) {
            return Outcome.JOURNAL_FULL;
        } catch (JournalFailedException e) {
            return Outcome.JOURNAL_FAILED;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Ends the journal, unless it has ended. After an exception it keeps its records. */
    void close(End end) throws IOException {
        gate.writeLock().lock();
        try {
            if (state == State.RECORDING) {
                state = State.KEPT;
                end.run();
                state = State.UNUSED;
            }
        } finally {
            closed.countDown();
            gate.writeLock().unlock();
        }
    }

    /** Waits for the end of the journal, and returns whether it keeps its records. An interrupt does not end the wait; it stays set. */
    boolean awaitKept() {
        boolean interrupted = false;
        while (closed.getCount() > 0) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        gate.readLock().lock();
        try {
            return state == State.KEPT;
        } finally {
            gate.readLock().unlock();
        }
    }
}
