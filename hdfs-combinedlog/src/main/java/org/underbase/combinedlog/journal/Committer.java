package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.underbase.combinedlog.journal.Requests.Request;

/**
 * Write side of a journal: it numbers records, collects them in one of two buffers, and writes and fsyncs each full buffer as
 * one commit. Any thread may append and wait; one thread commits.
 *
 * @param <K> owner of a record
 */
final class Committer<K> {
    private static final long NO_ROOM = -1;
    private static final long MIN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final JournalOptions options;
    private final SegmentRing<K> ring;
    private final JournalState state;
    private final JournalThreads threads;
    private final Counters counters;
    private final SegmentSupply<K> supply;
    private final GroupCommitDelay delay;
    private final Requests requests = new Requests();
    private final CommitWatch watch;
    private final ReentrantLock lock;
    private final Condition work;
    private final Condition bufferRoom;
    private final Supplier<Batch<K>> batches;

    private Batch<K> filling;
    private Batch<K> spare;
    /** Size of the batch that is being committed, in bytes. Guarded by the lock. */
    private int inFlight;

    private long sequence;
    private long wanted;
    /** Last sequence on disk. Guarded by the lock. */
    private long committed;
    /** As {@link #committed}, when the requests up to it are finished. */
    private volatile long durable;
    /** Number of threads that wait for space in the buffer. Guarded by the lock. */
    private int bufferWaiters;
    /** Number of threads that commit a checkpoint. Guarded by the lock. */
    private int checkpoints;

    private volatile LongConsumer observer = nanos -> {};

    Committer(
            JournalOptions options,
            SegmentRing<K> ring,
            JournalState state,
            JournalThreads threads,
            Counters counters,
            SegmentSupply<K> supply,
            long lastSequence,
            Supplier<Batch<K>> batches) {
        this.options = options;
        this.ring = ring;
        this.state = state;
        this.threads = threads;
        this.counters = counters;
        this.supply = supply;
        this.delay = new GroupCommitDelay(options::groupCommitDelay);
        this.lock = state.lock();
        this.work = state.newCondition();
        this.bufferRoom = state.newCondition();
        this.watch = new CommitWatch(options, state, requests);
        this.sequence = lastSequence;
        this.wanted = lastSequence;
        this.committed = lastSequence;
        this.durable = lastSequence;
        this.batches = batches;
    }

    /** Begins the first segment and commits the checkpoint that covers everything before it. */
    void start() throws IOException {
        filling = batches.get();
        spare = batches.get();
        ring.beginFirst(sequence + 1);
        wanted = appendCheckpoint(sequence);
        step();
    }

    /** Sets the receiver of the duration of each commit, in nanoseconds. */
    void onCommit(LongConsumer nanos) {
        observer = nanos;
    }

    /** Returns the last sequence on disk. */
    long durable() {
        return durable;
    }

    /** Returns the last sequence that was appended. */
    long sequence() {
        lock.lock();
        try {
            return sequence;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the maximum length of a record with its header, in bytes. */
    int longestRecord() {
        return options.bufferBytes() - 2 * SegmentHeader.PAGE;
    }

    /** Appends a record that is never rejected because the journal is full. */
    long appendAlways(K key, int type, ByteBuffer... payload) throws JournalFailedException {
        try {
            return append(key, type, true, payload);
        } catch (JournalFullException e) {
            throw new IllegalStateException("rejected a record that must always be accepted", e);
        }
    }

    private long appendCheckpoint(long upTo) throws JournalFailedException {
        return appendAlways(
                null,
                RecordCodec.CHECKPOINT,
                ByteBuffer.allocate(Long.BYTES).putLong(upTo).flip());
    }

    long append(K key, int type, boolean always, ByteBuffer... payload)
            throws JournalFullException, JournalFailedException {
        long appended = tryAppend(key, type, always, payload);
        if (appended == NO_ROOM) {
            throw timedOut(lacksSegment());
        }
        return appended;
    }

    /** Returns the sequence of the record; {@link #NO_ROOM} if the buffer stays full. */
    private long tryAppend(K key, int type, boolean always, ByteBuffer... payload)
            throws JournalFullException, JournalFailedException {
        int length = RecordCodec.length(payload);
        if (length > longestRecord()) {
            throw new IllegalArgumentException(
                    "record of " + length + " bytes exceeds " + longestRecord() + ": use a larger buffer");
        }
        if (!always && ring.congested()) {
            counters.rejected.increment();
            throw new JournalFullException();
        }
        lock.lock();
        try {
            if (!awaitRoom(type, length)) {
                return NO_ROOM;
            }
            state.check();
            filling.add(key, type, sequence + 1, length, payload);
            // After the record is in the batch: a replay ends a segment at a missing sequence. If an exception left one
            // unused, the later records of all writers would be discarded.
            sequence++;
            counters.records.incrementAndGet();
            return sequence;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitRoom(int type, int length) {
        if (fits(type, length)) {
            return true;
        }
        bufferWaiters++;
        try {
            return state.await(bufferRoom, this::syncTimeoutNanos, () -> hasRoom(type, length));
        } finally {
            bufferWaiters--;
        }
    }

    private boolean hasRoom(int type, int length) {
        if (state.hasStopped() || fits(type, length)) {
            return true;
        }
        wanted = Math.max(wanted, sequence);
        work.signal();
        return false;
    }

    /**
     * Whether a record fits into the buffer, and all uncommitted records into the segments, with a page for the record of a
     * checkpoint: it frees a segment, so nothing may take its place.
     */
    private boolean fits(int type, int length) {
        if (!filling.fits(length)) {
            return false;
        }
        long collected = Segment.paged(filling.bytes() + RecordCodec.padded(length)) + SegmentHeader.PAGE;
        return type == RecordCodec.CHECKPOINT || ring.hasRoom(Segment.paged(inFlight) + collected, 0);
    }

    /** Whether a record waits for a checkpoint or an emergency segment, and not for a commit in progress. */
    private boolean lacksSegment() {
        lock.lock();
        try {
            return spare != null && !ring.hasFree();
        } finally {
            lock.unlock();
        }
    }

    /** Fails the journal, because a commit takes too long. */
    private JournalFailedException timedOut(boolean forSegment) {
        String late = "no commit ended within " + options.syncTimeout().toMillis() + " ms, because ";
        return forSegment
                ? state.failInWriter(late + noSegment(), false)
                : state.failInWriter(late + "the disk does not respond", true);
    }

    private String noSegment() {
        return "no segment is free; last failure of a new segment: " + supply.lastFailure();
    }

    /** Whether the collected records wait for a checkpoint or an emergency segment, and no commit is in progress. */
    private boolean waitsForSegment() {
        lock.lock();
        try {
            return spare != null && !filling.isEmpty() && !hasSegmentRoom();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether the collected records fit into the segments. A checkpoint may use the reserve of the last segment. A thread that waits
     * for the buffer may use half of it, because it may hold a lock that the checkpoint needs.
     */
    private boolean hasSegmentRoom() {
        int kept = bufferWaiters > 0 ? 1 : 2;
        return ring.hasRoom(filling.bytes(), checkpoints > 0 ? 0 : kept);
    }

    /** Waits until an append will be accepted, but at most for {@link JournalOptions#segmentWaitTimeout}. */
    void awaitFreeSegment() {
        if (ring.congested()) {
            state.awaitSegments(
                    () -> options.segmentWaitTimeout().toNanos(), () -> !ring.congested() || state.hasStopped());
        }
    }

    /**
     * Waits until a record and all records before it are on disk. An interrupt does not end the wait; it stays set. If the commit
     * does not end within {@link JournalOptions#syncTimeout}, the journal fails: the committing thread may hang in the kernel.
     */
    void sync(long upTo) throws JournalFailedException {
        if (durable < upTo) {
            request(upTo, () -> {});
            await(upTo);
        }
    }

    /**
     * Lets the committing thread commit the records up to a sequence without delay. The calling thread counts as a writer that waits.
     *
     * @param whenDurable called by the committing thread before any waiting thread continues, or by this thread if the records are
     *     already on disk; never if the journal fails
     */
    void request(long upTo, Runnable whenDurable) {
        if (!addRequest(upTo, whenDurable)) {
            whenDurable.run();
        }
    }

    /** Returns false if the records are already on disk. */
    private boolean addRequest(long upTo, Runnable whenDurable) {
        lock.lock();
        try {
            if (committed >= upTo) {
                return false;
            }
            counters.syncs.increment();
            requests.add(upTo, whenDurable);
            delay.arrived(requests);
            if (upTo > wanted) {
                wanted = upTo;
                work.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #sync}, for a record whose commit was requested. */
    void await(long upTo) throws JournalFailedException {
        Waiters waiters = state.waiters();
        Object ticket = waiters.enter(upTo);
        try {
            if (durable < upTo && !state.hasStopped()) {
                waiters.await(ticket);
            }
        } finally {
            waiters.leave(ticket);
        }
        if (durable < upTo) {
            state.check();
            throw new JournalFailedException("the journal was closed before the record was on disk", null);
        }
    }

    /** Commits the record by which a replay skips everything up to a sequence. */
    void commitCheckpoint(long upTo) throws JournalFailedException {
        checkpoint(1);
        try {
            syncOrCommit(appendCheckpoint(upTo));
        } finally {
            checkpoint(-1);
        }
    }

    /** Commits the records up to a sequence. */
    void commitAll(long upTo) throws JournalFailedException {
        checkpoint(1);
        try {
            syncOrCommit(upTo);
        } finally {
            checkpoint(-1);
        }
    }

    private void checkpoint(int change) {
        lock.lock();
        try {
            checkpoints += change;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #sync}; without threads, the caller commits. */
    private void syncOrCommit(long upTo) throws JournalFailedException {
        if (!threads.none()) {
            sync(upTo);
            return;
        }
        while (durable < upTo) {
            if (!step()) {
                state.check();
                throw timedOut(waitsForSegment());
            }
        }
    }

    /** Fails the journal if a requested commit takes too long, even if no thread waits for it. */
    void watchLoop() {
        while (watch.awaitTimeout()) {
            JournalFailedException late = timedOut(waitsForSegment());
            assert state.hasStopped() : late;
        }
    }

    void loop() {
        while (awaitWork()) {
            delay.await(requests);
            step();
        }
    }

    private boolean awaitWork() {
        long held = 0;
        while (!state.await(work, this::pollNanos, this::isCommitDue)) {
            held = waitsForSegment() ? held + pollNanos() : 0;
            if (held > syncTimeoutNanos()) {
                // No thread may wait for these records, such as those of deletions.
                state.fail(new IOException(noSegment()));
            }
        }
        return !state.hasStopped();
    }

    private long pollNanos() {
        return Math.max(MIN_POLL_NANOS, options.linger().toNanos());
    }

    private long syncTimeoutNanos() {
        return options.syncTimeout().toNanos();
    }

    private boolean isCommitDue() {
        if (state.hasStopped()) {
            return true;
        }
        boolean due = !filling.isEmpty()
                && (wanted > durable
                        || filling.halfFull()
                        || filling.ageNanos() >= options.linger().toNanos());
        return due && hasSegmentRoom();
    }

    /** Writes and fsyncs the collected records; false if there were none, no segment has room, or the journal failed. */
    boolean step() {
        if (threads.none()) {
            supply.runAll();
        }
        Batch<K> batch;
        lock.lock();
        try {
            if (filling.isEmpty() || state.hasStopped() || !hasSegmentRoom()) {
                return false;
            }
            batch = filling;
            inFlight = batch.bytes();
            filling = spare;
            spare = null;
            bufferRoom.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            commit(batch);
            return true;
        } catch (IOException | RuntimeException e) {
            state.fail(e);
            return false;
        } catch (Error e) {
            // Without threads, no other code handles the error.
            state.fail(e);
            throw e;
        }
    }

    private void commit(Batch<K> batch) throws IOException {
        if (!ring.current().fits(batch.bytes())) {
            // Records are numbered without a gap.
            ring.next(durable + 1);
            state.signalChange();
        }
        Segment<K> segment = ring.current();
        long start = System.nanoTime();
        ByteBuffer bytes = batch.seal(segment.epoch(), segment.salt());
        int size = bytes.remaining();
        if (segment.write(bytes, batch.lastSequence(), options.directWrites())) {
            counters.directCommits.increment();
        }
        // The disk may have responded after the journal failed. No thread waits for this record any more.
        state.check();
        long nanos = System.nanoTime() - start;
        counters.commitNanos.add(nanos);
        counters.commits.increment();
        counters.bytes.add(size);
        long last = batch.lastSequence();
        ring.wrote(segment, batch.keys());
        if (ring.needsSupply()) {
            state.signalChange();
        }
        List<Request> done;
        lock.lock();
        try {
            batch.clear();
            spare = batch;
            inFlight = 0;
            if (bufferWaiters > 0) {
                bufferRoom.signalAll();
            }
            committed = last;
            done = requests.removeUpTo(last);
        } finally {
            lock.unlock();
        }
        finish(done);
        durable = last;
        state.waiters().wake(last);
        delay.committed(nanos, done.stream().map(Request::writer).collect(Collectors.toSet()));
        observer.accept(nanos);
    }

    /** Before any waiting thread continues: its client may read the metrics then. */
    private void finish(List<Request> done) {
        long now = System.nanoTime();
        for (Request each : done) {
            counters.waitNanos.add(now - each.nanoTime());
            each.whenDurable().run();
        }
    }
}
