package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Log that many writers share. A writer {@linkplain #append appends} a record and {@linkplain #sync waits} until it is on
 * disk; one thread writes the collected records and fsyncs them once. The log is a ring of segments that are filled with zeros
 * before use, so that an fsync overwrites blocks which the file system has already allocated (FAST '14, section 6.3: one
 * sequential stream instead of many).
 *
 * <p>Life cycle: {@link #open}, {@link #replay}, {@link #start}, which discards the replayed records, then appends and syncs
 * by any thread, then {@link #close}, which makes all records durable elsewhere and leaves the journal empty, or
 * {@link #abandon}. No method waits much longer than {@link JournalOptions#withSyncTimeout} for a disk that does not respond,
 * except {@code open}, {@code replay} and {@code start}.
 *
 * <p>Thread-safe, except {@code open}, {@code replay} and {@code start}. After an I/O error the journal has failed for good:
 * every waiting thread gets a {@link JournalFailedException} and the owner is notified.
 *
 * @param <K> owner of a record; compared by {@code equals}
 */
public final class Journal<K> implements Closeable {
    private final JournalDevice device;
    private final JournalOptions options;
    private final UUID id;
    private final SegmentRing<K> ring;
    private final JournalScan scan;
    private final Counters counters = new Counters();
    private final JournalState state;
    private final JournalThreads threads;
    private final Committer<K> committer;
    private final CheckpointRunner<K> checkpoints;
    private final SegmentSupply<K> supply;
    private boolean started;
    /** Whether the journal is empty: marked at the start, or to be marked at the end. */
    private volatile boolean markedEmpty;

    private Journal(
            JournalDevice device,
            JournalOptions options,
            UUID id,
            SegmentRing<K> ring,
            JournalScan scan,
            boolean markedEmpty) {
        this.device = device;
        this.options = options;
        this.id = id;
        this.ring = ring;
        this.scan = scan;
        this.markedEmpty = markedEmpty;
        this.state = new JournalState(device.describe());
        this.threads = new JournalThreads(state);
        this.supply = new SegmentSupply<>(options, ring, state, counters, device.describe());
        this.committer = new Committer<>(
                options,
                ring,
                state,
                threads,
                counters,
                supply,
                scan.lastSequence(),
                () -> new Batch<>(options.bufferBytes()));
        this.checkpoints =
                new CheckpointRunner<>(options, ring, state, threads, counters, committer, supply, device.describe());
    }

    /**
     * Opens a journal, or creates one. Existing records stay unchanged.
     *
     * @param device location of the journal's files; closed with the journal
     * @param options layout and pace
     * @param <K> owner of a record
     * @return the journal, not started
     * @throws IOException if the files cannot be read, belong to another journal or have an unknown version
     */
    public static <K> Journal<K> open(JournalDevice device, JournalOptions options) throws IOException {
        UUID id = JournalId.of(device);
        for (String name : device.list()) {
            if (JournalFiles.isTemporary(name) && JournalFiles.isOwn(name)) {
                device.delete(name);
            }
        }
        List<JournalScan.Found> found = JournalScan.readHeaders(device, id);
        boolean complete = false;
        try {
            Optional<EmptyMark> mark = EmptyMark.read(device, id);
            JournalScan scan = JournalScan.of(found, mark);
            deleteUnsupported(device, found);
            JournalOptions own = options.own();
            SegmentRing<K> ring = new SegmentRing<>(device, own, id, found, scan);
            Journal<K> journal = new Journal<>(device, own, id, ring, scan, mark.isPresent());
            complete = true;
            return journal;
        } finally {
            if (!complete) {
                JournalScan.close(found);
            }
        }
    }

    /** Deletes the segments of an empty journal in an unknown format, while the mark proves that they contain no record. */
    private static void deleteUnsupported(JournalDevice device, List<JournalScan.Found> found) throws IOException {
        for (Iterator<JournalScan.Found> all = found.iterator(); all.hasNext(); ) {
            JournalScan.Found each = all.next();
            if (!each.isSupported()) {
                all.remove();
                each.file().close();
                device.delete(each.name());
            }
        }
    }

    /**
     * Passes the records that are not yet durable elsewhere to a sink, in order. May be repeated.
     *
     * @param sink receiver of each record
     * @return counts of the records that were read
     * @throws IOException if the journal cannot be read, or by the sink
     */
    public Replayed replay(RecordSink sink) throws IOException {
        return scan.replay(sink);
    }

    /**
     * Sets a lower bound of the last record on disk. If the log ends before it, the replay reports a gap.
     *
     * @param upTo sequence that {@link #durable} returned to an earlier owner
     */
    public void expect(long upTo) {
        scan.expect(upTo);
    }

    /**
     * Returns the journal ID.
     *
     * @return random UUID, generated when the journal was created
     */
    public UUID id() {
        return id;
    }

    /**
     * Reports whether a replay would return no record.
     *
     * @return true after a clean close and for a new journal
     */
    public boolean empty() {
        return scan.empty();
    }

    /**
     * Describes the records that were on disk and are missing.
     *
     * @return list as in {@link Replayed#missing}
     */
    public List<String> missing() {
        return scan.missing();
    }

    /**
     * Discards the replayed records, which must be durable elsewhere, and begins to accept appends.
     *
     * @param owner owner of the records
     * @param whenFailed called once after an I/O error or another error of a thread, before any writer is notified. It must
     *     not block, close the journal or fail if memory is exhausted
     * @throws IOException if the segments cannot be created or written
     */
    public void start(Checkpointer<K> owner, Consumer<IOException> whenFailed) throws IOException {
        startStepped(owner, whenFailed);
        try {
            threads.start("combinedlog-commit", committer::loop);
            threads.start("combinedlog-watch", committer::watchLoop);
            threads.start("combinedlog-checkpoint", checkpoints::loop);
            threads.start("combinedlog-segments", supply::loop);
        } catch (OutOfMemoryError e) {
            // The process cannot create another thread.
            state.fail(e);
            throw e;
        }
    }

    /** Starts without threads: a simulation commits and checkpoints step by step. */
    void startStepped(Checkpointer<K> owner, Consumer<IOException> whenFailed) throws IOException {
        if (started) {
            throw new IllegalStateException("the journal was already started");
        }
        if (markedEmpty) {
            EmptyMark.clear(device);
            markedEmpty = false;
        }
        checkpoints.start(owner);
        state.onFailure(whenFailed);
        committer.start();
        started = true;
        try {
            state.check();
        } catch (JournalFailedException e) {
            throw new IOException("the journal in " + device.describe() + " cannot be written", e.getCause());
        }
        ring.resize();
    }

    /**
     * Appends a record. It is on disk when {@link #sync} returned for its sequence or a higher one.
     *
     * @param key owner of the record
     * @param type 0 to 126, defined by the owner
     * @param payload content in any number of parts, which stay unchanged
     * @return sequence of the record
     * @throws JournalFullException if no segment is free because the checkpoint has not finished
     * @throws JournalFailedException after an I/O error or a close
     */
    public long append(K key, int type, ByteBuffer... payload) throws JournalFullException, JournalFailedException {
        return committer.append(key, ownersType(type), false, payload);
    }

    /**
     * Appends a small record that must be accepted even if the journal is full, such as one that supersedes others.
     *
     * @param key owner of the record
     * @param type 0 to 126, defined by the owner
     * @param payload content
     * @return sequence of the record
     * @throws JournalFailedException after an I/O error or a close
     */
    public long appendAlways(K key, int type, ByteBuffer... payload) throws JournalFailedException {
        return committer.appendAlways(key, ownersType(type), payload);
    }

    private static int ownersType(int type) {
        if (type < 0 || type >= RecordCodec.CHECKPOINT) {
            throw new IllegalArgumentException("invalid record type " + type + ": must be 0 to 126");
        }
        return type;
    }

    /**
     * Returns the maximum length of a record with its header.
     *
     * @return length in bytes
     */
    public int longestRecord() {
        return committer.longestRecord();
    }

    /**
     * Waits until an append will be accepted, but at most for {@link JournalOptions#segmentWaitTimeout}. The caller must not
     * hold a lock that the checkpoint needs.
     */
    public void awaitFreeSegment() {
        committer.awaitFreeSegment();
    }

    /**
     * Requests the commit of a record without waiting for it. If the disk does not respond within
     * {@link JournalOptions#withSyncTimeout} of the request, the journal fails.
     *
     * @param upTo sequence that {@link #append} returned
     * @param whenDurable called once, by the committing thread before any waiting thread continues, or by this thread if the record
     *     is already on disk; not after a failure or a close. It must be fast
     */
    public void request(long upTo, Runnable whenDurable) {
        committer.request(upTo, whenDurable);
    }

    /**
     * As {@link #sync}, for a record whose commit was {@linkplain #request requested} by any thread. A group commit does not wait for
     * the calling thread.
     *
     * @param upTo sequence that {@link #append} returned
     * @throws JournalFailedException after an I/O error or a close: the record may or may not be on disk
     */
    public void await(long upTo) throws JournalFailedException {
        committer.await(upTo);
    }

    /**
     * Waits until a record and all records before it are on disk. An interrupt does not end the wait; it stays set. If the disk
     * does not respond within {@link JournalOptions#withSyncTimeout}, the journal fails.
     *
     * @param upTo sequence that {@link #append} returned
     * @throws JournalFailedException after an I/O error or a close: the record may or may not be on disk
     */
    public void sync(long upTo) throws JournalFailedException {
        committer.sync(upTo);
    }

    /**
     * Returns the last sequence that is on disk.
     *
     * @return sequence of a record
     */
    public long durable() {
        return committer.durable();
    }

    /**
     * Reports whether the journal accepts records.
     *
     * @return false after an I/O error or a close
     */
    public boolean working() {
        return !state.hasStopped();
    }

    boolean commitStep() {
        return committer.step();
    }

    boolean checkpointStep() {
        return checkpoints.step();
    }

    /**
     * Makes all records that were appended before this call durable elsewhere, and reclaims the full segments that they are in.
     * The journal accepts records concurrently.
     *
     * @throws IOException if the owner or the journal fails: the records are kept
     */
    public void checkpoint() throws IOException {
        state.check();
        checkpoints.now();
    }

    /**
     * Changes the pace of the started journal. Threads that wait use the new values as well.
     *
     * @param changed options; the number of segments, their initial size and the size of the buffers stay unchanged
     */
    public void change(JournalOptions changed) {
        options.change(changed);
        state.signalChange();
    }

    /**
     * Returns why the last failed checkpoint failed.
     *
     * @return message in one line; empty if no checkpoint failed
     */
    public String lastCheckpointFailure() {
        return checkpoints.lastFailure();
    }

    /**
     * Sets the receiver of the duration of each commit.
     *
     * @param nanos called by the committing thread after each commit, in nanoseconds; it must be fast
     */
    public void onCommit(LongConsumer nanos) {
        committer.onCommit(nanos);
    }

    /**
     * Returns the counters and gauges of this journal.
     *
     * @return values since {@link #open}
     */
    public JournalStatistics statistics() {
        return ring.statistics(counters);
    }

    /**
     * Makes all records durable elsewhere and leaves the journal empty. No thread may append concurrently; later appends are
     * rejected.
     *
     * @throws IOException if the owner fails: the journal is closed and keeps its records
     */
    @Override
    public void close() throws IOException {
        try {
            if (started && working()) {
                checkpoints.drain();
                markedEmpty = true;
            }
        } finally {
            abandon();
        }
    }

    /**
     * Closes the files and keeps their records for the next replay. Records that are not on disk may be lost. If the disk does not
     * respond, the files and the lock of the directory stay open until it does.
     *
     * @throws IOException if a file cannot be closed
     */
    public void abandon() throws IOException {
        if (!state.close()) {
            return;
        }
        threads.endThenClose(
                this::closeFiles, state.isHung() ? 0 : options.syncTimeout().toNanos());
    }

    private void closeFiles() throws IOException {
        try {
            ring.close();
            if (started && markedEmpty) {
                new EmptyMark(id, committer.durable(), ring.epoch()).write(device);
            }
        } finally {
            device.close();
        }
    }
}
