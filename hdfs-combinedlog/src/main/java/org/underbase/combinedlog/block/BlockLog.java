package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalFailedException;

/**
 * Log of the changes of replicas that are synced through the journal. A replica that no client syncs costs nothing here.
 *
 * <p>Invariant for a replica whose files may be on disk in any older state:
 *
 * <ul>
 *   <li>the bytes before the first data record are on disk in the replica's files;
 *   <li>the data records reach from there to the last synced byte without a gap. Each starts at a chunk: every later packet
 *       rewrites the checksum of a partial chunk, so the checksum on disk may belong to more bytes than are on disk;
 *   <li>each truncation and each new generation stamp is a record.
 * </ul>
 *
 * <p>Thread-safe. The records of one replica are in the order of its changes.
 */
public final class BlockLog {
    /** Number of fsyncs of a replica's files in one call; the second one follows a rewrite. */
    private static final int ATTEMPTS = 2;

    private final Journal<BlockKey> journal;
    private final LiveReplicas live;
    private final ReplicaRecorder recorder;
    private final ReplicaFsync fsync;
    private final BlockCheckpointer checkpointer;
    private final RecordGate gate;
    private final CommitWait commitWait;

    /**
     * Creates the log of a journal.
     *
     * @param journal destination of the records
     * @param live replicas of the DataNode
     * @param syncMaxBytes maximum number of unsynced bytes that a sync records; more bytes are fsynced in their files, so that
     *     bulk writers do not write twice
     */
    public BlockLog(Journal<BlockKey> journal, LiveReplicas live, int syncMaxBytes) {
        this(journal, live, syncMaxBytes, new CommitWait() {
            @Override
            public void await(long sequence) throws JournalFailedException {
                journal.sync(sequence);
            }

            @Override
            public void awaitRequested(long sequence) throws JournalFailedException {
                journal.await(sequence);
            }
        });
    }

    BlockLog(Journal<BlockKey> journal, LiveReplicas live, int syncMaxBytes, CommitWait commitWait) {
        this.journal = journal;
        this.live = live;
        this.recorder = new ReplicaRecorder(journal, syncMaxBytes);
        this.fsync = new ReplicaFsync(recorder, commitWait);
        this.checkpointer = new BlockCheckpointer(recorder, live, fsync);
        this.gate = new RecordGate();
        this.commitWait = commitWait;
    }

    /** Wait for a commit. A simulation, which has no committing thread, collects the sequences instead. */
    interface CommitWait {
        void await(long sequence) throws JournalFailedException;

        /** Waits for a commit on which a later fsync of the same call depends. */
        default void awaitNow(long sequence) throws JournalFailedException {
            await(sequence);
        }

        /** Waits for a commit that was requested. */
        default void awaitRequested(long sequence) throws JournalFailedException {
            await(sequence);
        }
    }

    /** Result of a request to make a replica's bytes durable. */
    public enum Outcome {
        /** The bytes are on disk. */
        DURABLE,
        /**
         * The bytes exceed the sync limit, or an fsync of the files failed: the caller must {@link #force} the files and call
         * {@link #fsynced}.
         */
        OVERSIZED,
        /** The journal is full: the caller must {@link #force} the files and call {@link #fsynced}. */
        JOURNAL_FULL,
        /** The journal failed: the caller must {@link #force} the files. */
        JOURNAL_FAILED
    }

    /**
     * Returns the owner of the journal's records.
     *
     * @return argument of {@link Journal#start}
     */
    public Checkpointer<BlockKey> checkpointer() {
        return checkpointer;
    }

    /**
     * Sync that was recorded, or that the caller has to perform.
     *
     * @param direct why the caller has to fsync the files; empty if the bytes are recorded, and durable when {@link #awaitSync}
     *     returns
     * @param sequence sequence of the record
     */
    public record StartedSync(Optional<Outcome> direct, long sequence) {}

    /**
     * Records the bytes of a replica that is being written, up to its length, and requests the commit without waiting for it.
     *
     * @param now the replica; both files contain its bytes, but perhaps not on disk
     * @param checksum type of its checksum file; no other thread uses it concurrently
     * @param files open files of the replica
     * @param whenCommitted called once when the record is committed, as by {@link Journal#request}
     * @return the record to wait for
     * @throws IOException if the files cannot be read
     */
    public StartedSync startSync(ReplicaSnapshot now, DataChecksum checksum, ReplicaFiles files, Runnable whenCommitted)
            throws IOException {
        AtomicLong appended = new AtomicLong();
        journal.awaitFreeSegment();
        Outcome outcome = run(
                now.key(),
                () -> {
                    appended.set(recorder.sync(now, checksum, files));
                    return appended.get();
                },
                sequence -> journal.request(sequence, whenCommitted));
        return new StartedSync(Optional.of(outcome).filter(each -> each != Outcome.DURABLE), appended.get());
    }

    /**
     * Waits for the commit of a sync. If the journal fails, this waits until its invalidation, or its end, has fsynced the files of
     * all replicas with records.
     *
     * @param key block of the replica
     * @param sequence sequence of the record
     * @return {@link Outcome#DURABLE}, or {@link Outcome#JOURNAL_FAILED} if the bytes are on disk in the files
     * @throws IOException if the bytes may be missing on disk
     */
    public Outcome awaitSync(BlockKey key, long sequence) throws IOException {
        try {
            commitWait.awaitRequested(sequence);
        } catch (JournalFailedException e) {
            boolean kept = gate.awaitKept();
            Optional<TrackedReplica> replica = recorder.find(key);
            if (kept || replica.isEmpty() || isFailed(replica.get())) {
                throw new IOException(
                        "the hsync of block " + key + " was not recorded, and its files were not fsynced", e);
            }
            return Outcome.JOURNAL_FAILED;
        }
        Optional<TrackedReplica> replica = recorder.find(key);
        if (replica.isPresent() && isFailed(replica.get())) {
            // Since the record was appended: a later record supersedes it.
            throw new IOException("block " + key + " was reported as bad: its disk lost written bytes");
        }
        return Outcome.DURABLE;
    }

    /**
     * Fsyncs the files of a replica that no other thread writes. If this fails, or failed earlier, the bytes are rewritten and
     * fsynced again, and a replay does not trust the files until then. A replica that the journal does not contain is reported as
     * bad if that fails as well.
     *
     * @param now the replica
     * @param files open files of the replica
     * @throws IOException if the bytes may be missing on disk, or the replica was reported as bad
     */
    public void force(ReplicaSnapshot now, ReplicaFiles files) throws IOException {
        Optional<TrackedReplica> tracked = recorder.find(now.key());
        TrackedReplica replica = tracked.orElseGet(() -> new TrackedReplica(now));
        if (isFailed(replica)) {
            throw new IOException("block " + now.key() + " was reported as bad: its disk lost written bytes");
        }
        if (tracked.isPresent()) {
            fsync.forceExclusively(replica, files, ATTEMPTS);
            return;
        }
        try {
            fsync.forceUntracked(replica, files, ATTEMPTS);
        } catch (IOException e) {
            recorder.failUnrecorded(replica);
            live.failed(now.key(), e);
            throw e;
        }
    }

    private static boolean isFailed(TrackedReplica replica) {
        synchronized (replica) {
            return replica.failed();
        }
    }

    /**
     * Records that the caller has fsynced the files of a replica that is being written, up to its length.
     *
     * @param now the replica
     * @param checksum type of its checksum file
     * @param files open files of the replica, for the last chunk
     * @return {@link Outcome#DURABLE}, or {@link Outcome#JOURNAL_FAILED}: then, as on a stock DataNode, later writes may
     *     invalidate the checksum of the last chunk
     * @throws IOException if the files cannot be read
     */
    public Outcome fsynced(ReplicaSnapshot now, DataChecksum checksum, ReplicaFiles files) throws IOException {
        return recordWhenFree(now.key(), () -> recorder.fsynced(now, checksum, files));
    }

    /**
     * Fsyncs a finalized replica that was opened for append, and records its generation stamp and its last chunk.
     *
     * @param now the replica with its new generation stamp
     * @param files open files of the replica, which no other thread writes
     * @throws IOException if the files cannot be read or fsynced, or the change could not be recorded
     */
    public void reopened(ReplicaSnapshot now, ReplicaFiles files) throws IOException {
        force(now, files);
        if (!changed(now)) {
            opened(now, files);
        }
    }

    /** Records the generation stamp and the last chunk of an untracked replica whose files were fsynced. */
    private Outcome opened(ReplicaSnapshot now, ReplicaFiles files) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
        // Without checksums, no later write can invalidate a chunk; the block scanner detects a truncated file.
        boolean complete = layout.isPresent()
                && files.dataLength() >= now.length()
                && files.metaLength() >= layout.get().metaLength(now.length());
        return complete ? fsynced(now, layout.get().checksum(), files) : Outcome.DURABLE;
    }

    /**
     * Records that a replica was created: records of an earlier replica of the block are superseded.
     *
     * @param key block of the replica
     * @throws IOException if it could not be recorded
     */
    public void created(BlockKey key) throws IOException {
        record(key, () -> recorder.created(key));
    }

    /**
     * Records a new length and generation stamp of a replica that is being written. Returns when the record is on disk.
     *
     * @param now the replica with its new length and generation stamp
     * @return false if the replica is untracked, so that nothing was recorded
     * @throws IOException if it could not be recorded
     */
    public boolean changed(ReplicaSnapshot now) throws IOException {
        // A checkpoint may stop tracking a finalized replica at any time before the record.
        AtomicBoolean tracked = new AtomicBoolean(isTracked(now.key()));
        record(now.key(), () -> {
            OptionalLong sequence = recorder.changed(now);
            tracked.set(sequence.isPresent());
            return sequence.orElse(0);
        });
        return tracked.get();
    }

    /**
     * Records a new length and generation stamp of a finalized replica that a block recovery changed. Fsyncs an untracked replica,
     * whose new name may not be on disk: after a power failure, the NameNode would reject it with its old generation stamp, and its
     * synced bytes would be lost.
     *
     * @param now the replica with its new length and generation stamp
     * @throws IOException if it could not be recorded or fsynced
     */
    public void recovered(ReplicaSnapshot now) throws IOException {
        if (changed(now)) {
            return;
        }
        Optional<ReplicaFiles> found = live.open(now.key());
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                force(now, files);
            }
        }
    }

    /**
     * Records that a replica was finalized, before the NameNode or a client is notified. Unsynced bytes of a tracked replica are
     * recorded as well, because the NameNode treats a finalized replica as complete; except if they exceed the sync limit.
     *
     * @param now the replica with its final length
     * @param files open files of the replica
     * @return the result; {@link Outcome#OVERSIZED} requires no action, as in stock HDFS
     * @throws IOException if the files cannot be read
     */
    public Outcome finalized(ReplicaSnapshot now, ReplicaFiles files) throws IOException {
        AtomicBoolean complete = new AtomicBoolean(true);
        Outcome outcome = recordWhenFree(now.key(), () -> {
            ReplicaRecorder.Finalization finalization = recorder.finalized(now, files);
            complete.set(finalization.complete());
            return finalization.sequence();
        });
        return outcome == Outcome.DURABLE && !complete.get() ? Outcome.OVERSIZED : outcome;
    }

    /**
     * Finds a replica that was synced through the journal.
     *
     * @param key block of the replica
     * @return handle for {@link #deleted}; empty if the replica is not tracked
     */
    public Optional<TrackedReplica> find(BlockKey key) {
        return recorder.find(key);
    }

    /**
     * Reports whether a replica was synced through the journal and the journal may contain records of it.
     *
     * @param key block of the replica
     * @return whether the replica is tracked
     */
    public boolean isTracked(BlockKey key) {
        return recorder.find(key).isPresent();
    }

    /**
     * Records that a replica was deleted. A replica that was created later for the same block stays tracked.
     *
     * @param replica handle that {@link #find} returned before the deletion
     * @throws IOException if it could not be recorded
     */
    public void deleted(TrackedReplica replica) throws IOException {
        record(replica.key(), () -> {
            recorder.drop(replica);
            // No thread waits for this record; a later replica of the block does.
            return 0;
        });
    }

    /**
     * Fsyncs the files of a finalized replica and supersedes its records, as after a move to another volume.
     *
     * @param key block of the replica
     * @throws IOException if the files cannot be fsynced or it could not be recorded
     */
    public void settle(BlockKey key) throws IOException {
        record(key, () -> {
            Optional<TrackedReplica> replica = recorder.find(key);
            return replica.isPresent() ? settle(replica.get()) : 0;
        });
    }

    private long settle(TrackedReplica replica) throws IOException {
        if (isFailed(replica)) {
            return 0;
        }
        boolean found = forceServed(replica);
        synchronized (replica) {
            return replica.open() && found ? 0 : recorder.drop(replica);
        }
    }

    /** Returns false without files. */
    private boolean forceServed(TrackedReplica replica) throws IOException {
        Optional<ReplicaFiles> found = live.open(replica.key());
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                fsync.forceServed(replica, files, ATTEMPTS);
            }
        }
        return found.isPresent();
    }

    /**
     * Ends the journal: the content of its records is fsynced in the replicas' files, and it is left empty and closed. Concurrent
     * changes of replicas wait; later changes are not recorded.
     *
     * @throws IOException if a file cannot be fsynced; the records are kept, and later changes are rejected
     */
    public void end() throws IOException {
        gate.close(() -> {
            checkpointer.announceLast();
            journal.close();
        });
    }

    /**
     * Invalidates a failed journal: the files of all tracked replicas are fsynced. Concurrent changes of replicas wait; later
     * changes are not recorded.
     *
     * @param whenFsynced called before any replica changes again: from now on, the journal must not be replayed
     * @throws IOException if the files of a replica cannot be fsynced, or by {@code whenFsynced}: then later changes of replicas
     *     with records are rejected
     */
    public void invalidate(Invalidation whenFsynced) throws IOException {
        List<IOException> failures = new ArrayList<>();
        gate.close(() -> {
            for (TrackedReplica replica : recorder.all()) {
                try {
                    if (!isFailed(replica) && !forceServed(replica)) {
                        // Its volume was removed: a writer that waits for its record must not succeed.
                        recorder.failUnrecorded(replica);
                    }
                } catch (IOException e) {
                    recorder.failUnrecorded(replica);
                    live.failed(replica.key(), e);
                    failures.add(e);
                }
            }
            whenFsynced.persist();
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    /** Persistent note that a journal is invalid. */
    public interface Invalidation {
        /**
         * Writes the note to disk.
         *
         * @throws IOException if it cannot be written
         */
        void persist() throws IOException;
    }

    /**
     * Returns the tracked replicas.
     *
     * @return snapshot of their keys
     */
    public Set<BlockKey> replicas() {
        return recorder.keys();
    }

    /**
     * Returns the number of tracked replicas.
     *
     * @return number of {@link #replicas}, without a copy
     */
    public int replicaCount() {
        return recorder.count();
    }

    /**
     * Returns the state of the tracked replicas.
     *
     * @return snapshot in any order
     */
    public List<ReplicaStatus> status() {
        return recorder.all().stream().map(recorder::status).toList();
    }

    /**
     * Sets the sync limit of later syncs.
     *
     * @param bytes maximum number of unsynced bytes that a sync records
     */
    public void syncMaxBytes(int bytes) {
        recorder.syncMaxBytes(bytes);
    }

    private Outcome recordWhenFree(BlockKey key, RecordGate.Append append) throws IOException {
        journal.awaitFreeSegment();
        return run(key, append, commitWait);
    }

    /** A failure of the journal needs no action of the caller: the invalidation of the journal fsyncs all files. */
    private void record(BlockKey key, RecordGate.Append append) throws IOException {
        Outcome outcome = run(key, append, commitWait);
        assert outcome != Outcome.OVERSIZED;
    }

    /**
     * Appends and waits. If the journal fails, it is marked as invalid before the change is acknowledged: a process that exits in
     * between replays the journal, which does not contain the change.
     */
    private Outcome run(BlockKey key, RecordGate.Append append, CommitWait wait) throws IOException {
        boolean recorded = recorder.mayHaveRecords(key);
        Outcome outcome = gate.append(append, wait);
        boolean concerned = outcome == Outcome.JOURNAL_FAILED && (recorded || recorder.mayHaveRecords(key));
        if (concerned && gate.awaitKept()) {
            throw new IOException("cannot record a change of block " + key
                    + ": the journal has failed or ended, and the next start replays it");
        }
        return outcome;
    }
}
