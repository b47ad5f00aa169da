package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One log that many writers share. A writer {@linkplain #append appends} a record and {@linkplain #sync waits} until it
 * is on disk; one thread writes what has come together and forces it once. The log is a ring of segments that are full
 * of zeros before they are used, so that a force overwrites blocks that the file system knows already (FAST '14, section
 * 6.3: one sequential stream in place of many).
 *
 * <p>Life: {@link #open}, {@link #replay}, then {@link #start}, which forgets what was there before, then appends and
 * syncs by any thread, then {@link #close}, which makes everything durable elsewhere and leaves the journal empty, or
 * {@link #abandon}.
 *
 * <p>Thread-safe, but for {@code open}, {@code replay} and {@code start}. When the disk refuses, the journal fails for
 * good: every waiter gets a {@link JournalFailedException} and the owner is told.
 *
 * @param <K> what a record belongs to; compared by {@code equals}
 */
public final class Journal<K> implements Closeable {
    private static final long NO_TIME = 0;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JournalDevice device;
    private final UUID identity;
    private final JournalOptions options;
    private final Ring<K> ring;
    private final JournalScan scan;
    private final Counters counters = new Counters();
    private final CheckpointWarning warning;
    private final GatherPause gather;
    private final Waiters waiters = new Waiters();
    private final ReentrantLock lock = new ReentrantLock();
    /** Held during a checkpoint: that of a close may meet one that runs. */
    private final ReentrantLock checkpoints = new ReentrantLock();

    private final Condition work = lock.newCondition();
    private final Condition bufferRoom = lock.newCondition();
    private final Condition segments = lock.newCondition();
    private final Daemons daemons = new Daemons();
    private final AtomicBoolean ownerTold = new AtomicBoolean();

    private Batch<K> filling;
    private Batch<K> spare;
    private long sequence;
    private long wanted;
    private volatile long durable;
    private volatile JournalFailedException failure;
    private boolean started;
    private volatile boolean closing;
    private Checkpointer<K> checkpointer;
    private Consumer<IOException> onFailure = failure -> {};

    private Journal(JournalDevice device, JournalOptions options, UUID identity, Ring<K> ring, JournalScan scan) {
        this.device = device;
        this.identity = identity;
        this.options = options;
        this.ring = ring;
        this.scan = scan;
        this.sequence = scan.lastSequence();
        this.durable = scan.lastSequence();
        this.wanted = scan.lastSequence();
        this.gather = new GatherPause(options.gather());
        this.warning = new CheckpointWarning(device.describe());
    }

    /**
     * Opens a journal, or makes one. Nothing that it holds is changed.
     *
     * @param device where it is; closed with the journal
     * @param options its layout
     * @param <K> what a record belongs to
     * @return the journal, not started
     * @throws IOException where it cannot be read, belongs to another one, or has a version this release does not know
     */
    public static <K> Journal<K> open(JournalDevice device, JournalOptions options) throws IOException {
        UUID identity = Identity.of(device);
        for (String name : device.list()) {
            if (name.endsWith(".making")) {
                device.delete(name);
            }
        }
        List<JournalScan.Found> found = JournalScan.look(device, identity);
        try {
            JournalScan scan = JournalScan.over(found);
            return new Journal<>(device, options, identity, new Ring<>(device, options, identity, found, scan), scan);
        } catch (IOException e) {
            JournalScan.close(found);
            throw e;
        }
    }

    /**
     * Hands out the records that are not durable elsewhere, in their order. May be called again.
     *
     * @param sink gets each
     * @return what was found
     * @throws IOException where the journal cannot be read or the sink throws
     */
    public Replayed replay(RecordSink sink) throws IOException {
        return scan.replay(sink);
    }

    /**
     * Says how far the log is known to have been on disk: where it is not, the replay tells a gap.
     *
     * @param upTo sequence of a record, as {@link #durable} told it to an earlier owner
     */
    public void expect(long upTo) {
        scan.expect(upTo);
    }

    /**
     * Tells which journal this is.
     *
     * @return what was drawn when it was made
     */
    public UUID identity() {
        return identity;
    }

    /**
     * Tells whether there is nothing to replay.
     *
     * @return true after a clean close and for a new journal
     */
    public boolean empty() {
        return scan.empty();
    }

    /**
     * Tells where records are missing that were on disk.
     *
     * @return as {@link Replayed#missing}
     */
    public List<String> missing() {
        return scan.missing();
    }

    /**
     * Forgets what was replayed, which is durable elsewhere by now, and takes appends from here on.
     *
     * @param owner of the records
     * @param whenFailed told once when the disk refuses, before any writer is; it must not close the journal
     * @throws IOException where the segments cannot be made for want of room, or written
     */
    public void start(Checkpointer<K> owner, Consumer<IOException> whenFailed) throws IOException {
        startByHand(owner, whenFailed);
        daemons.start("combinedlog-commit", this::commitLoop);
        daemons.start("combinedlog-checkpoint", this::checkpointLoop);
    }

    /** Without threads: the caller commits and checkpoints step by step. For simulations. */
    void startByHand(Checkpointer<K> owner, Consumer<IOException> whenFailed) throws IOException {
        if (started) {
            throw new IllegalStateException("the journal was started already");
        }
        filling = new Batch<>(options.bufferBytes());
        spare = new Batch<>(options.bufferBytes());
        ring.beginFirst(sequence + 1);
        checkpointer = owner;
        onFailure = whenFailed;
        started = true;
        wanted = appendCheckpoint(sequence);
        commitStep();
        if (failure != null) {
            throw new IOException("the journal in " + device.describe() + " cannot be written", failure.getCause());
        }
        ring.settle();
    }

    /**
     * Appends a record. It is on disk when {@link #sync} with the number that is returned, or a higher one, returned.
     *
     * @param key what it belongs to
     * @param type 0 to 126, for its owner
     * @param payload its bytes, in any number of parts; they are not changed
     * @return its sequence
     * @throws NoRoomException where the checkpoint is not through and no segment is free
     * @throws JournalFailedException where the journal's disk refused, or the journal is closed
     */
    public long append(K key, int type, ByteBuffer... payload) throws NoRoomException, JournalFailedException {
        return append(key, ownersType(type), false, payload);
    }

    /**
     * Appends a small record that must not be refused for want of room, such as the end of what others tell.
     *
     * @param key what it belongs to
     * @param type 0 to 126, for its owner
     * @param payload its bytes
     * @return its sequence
     * @throws JournalFailedException where the journal's disk refused, or the journal is closed
     */
    public long appendAlways(K key, int type, ByteBuffer... payload) throws JournalFailedException {
        return appendUnrefused(key, ownersType(type), payload);
    }

    private static int ownersType(int type) {
        if (type < 0 || type >= RecordCodec.CHECKPOINT) {
            throw new IllegalArgumentException("a record's type is 0 to 126, not " + type);
        }
        return type;
    }

    private long appendUnrefused(K key, int type, ByteBuffer... payload) throws JournalFailedException {
        try {
            return append(key, type, true, payload);
        } catch (NoRoomException e) {
            throw new IllegalStateException("refused a record that is never refused", e);
        }
    }

    private long append(K key, int type, boolean always, ByteBuffer... payload)
            throws NoRoomException, JournalFailedException {
        int length = RecordCodec.length(payload);
        if (length > longestRecord()) {
            throw new IllegalArgumentException(
                    "a record of " + length + " bytes is longer than " + longestRecord() + ": make the buffer larger");
        }
        if (!always && ring.congested()) {
            counters.refused.increment();
            throw new NoRoomException();
        }
        lock.lock();
        try {
            check();
            while (!filling.fits(length)) {
                wanted = Math.max(wanted, sequence);
                work.signal();
                bufferRoom.awaitUninterruptibly();
                check();
            }
            filling.add(key, type, ++sequence, length, payload);
            counters.records.increment();
            return sequence;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The length that a record may have with its header.
     *
     * @return bytes
     */
    public int longestRecord() {
        return options.bufferBytes() - 2 * SegmentHeader.PAGE;
    }

    /**
     * Waits until an append will not be refused, but no longer than the options say. To be called with no lock held that
     * the checkpoint needs.
     */
    public void awaitRoom() {
        if (!ring.congested()) {
            return;
        }
        lock.lock();
        try {
            long left = options.roomWait().toNanos();
            while (ring.congested() && left > NO_TIME && failure == null) {
                long began = System.nanoTime();
                segments.awaitNanos(left);
                left -= System.nanoTime() - began;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a record and all before it are on disk. An interrupt does not end the wait; it is kept.
     *
     * @param upTo what {@link #append} returned
     * @throws JournalFailedException where the disk refused: it is not known whether the record is on disk
     */
    public void sync(long upTo) throws JournalFailedException {
        if (durable >= upTo) {
            return;
        }
        long began = System.nanoTime();
        counters.syncs.increment();
        Object ticket = waiters.enter(upTo);
        gather.arrived(waiters.count());
        lock.lock();
        try {
            if (upTo > wanted) {
                wanted = upTo;
                work.signal();
            }
        } finally {
            lock.unlock();
        }
        if (durable >= upTo || failure != null) {
            waiters.leave(ticket);
        } else {
            waiters.await(ticket);
        }
        counters.waitNanos.add(System.nanoTime() - began);
        if (durable < upTo) {
            check();
            throw new JournalFailedException("the journal was closed before the record was on disk", null);
        }
    }

    /**
     * Tells how far the log is on disk.
     *
     * @return the last sequence
     */
    public long durable() {
        return durable;
    }

    /**
     * Tells whether the journal takes records.
     *
     * @return false once its disk refused or it was closed
     */
    public boolean working() {
        return failure == null && !closing;
    }

    private void check() throws JournalFailedException {
        if (failure != null) {
            throw new JournalFailedException(failure.getMessage(), failure.getCause());
        }
    }

    private long appendCheckpoint(long upTo) throws JournalFailedException {
        return appendUnrefused(
                null,
                RecordCodec.CHECKPOINT,
                ByteBuffer.allocate(Long.BYTES).putLong(upTo).flip());
    }

    private void commitLoop() {
        while (awaitWork()) {
            gather.await(waiters);
            commitStep();
        }
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (failure == null) {
                boolean due = !filling.isEmpty()
                        && filling.ageNanos() >= options.linger().toNanos();
                if (!filling.isEmpty() && (wanted > durable || filling.halfFull() || due || closing)) {
                    return true;
                }
                if (closing) {
                    return false;
                }
                awaitNanos(work, options.linger().toNanos());
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    // Every caller looks again in a loop of its own.
    @SuppressWarnings("WaitNotInLoop")
    private static void awaitNanos(Condition condition, long nanos) {
        try {
            long left = condition.awaitNanos(nanos);
            assert left <= nanos;
        } catch (InterruptedException e) {
            // These threads are nobody's to interrupt, and their channel would be closed by it.
            assert Thread.currentThread().isDaemon();
        }
    }

    /** Writes and forces what has come together; false where there was nothing. */
    boolean commitStep() {
        Batch<K> batch;
        lock.lock();
        try {
            if (filling.isEmpty() || failure != null) {
                return false;
            }
            batch = filling;
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
            fail(e);
            return false;
        } catch (Error e) {
            // Whoever waits for this commit would wait for ever.
            fail(e);
            throw e;
        }
    }

    private void commit(Batch<K> batch) throws IOException {
        if (!ring.current().fits(batch.bytes())) {
            nextSegment();
        }
        Segment<K> segment = ring.current();
        long began = System.nanoTime();
        ByteBuffer bytes = batch.seal(segment.epoch(), segment.salt());
        int size = bytes.remaining();
        segment.write(bytes, batch.lastSequence());
        long took = System.nanoTime() - began;
        counters.commitNanos.add(took);
        counters.commits.increment();
        counters.bytes.add(size);
        long last = batch.lastSequence();
        ring.wrote(segment, batch.keys());
        lock.lock();
        try {
            batch.clear();
            spare = batch;
        } finally {
            lock.unlock();
        }
        durable = last;
        gather.committed(took, waiters, last);
    }

    private void nextSegment() throws IOException {
        awaitFree();
        if (!ring.hasFree()) {
            ring.addFree(ring.make(nanos -> {}));
            counters.extraSegments.increment();
        }
        // Records are numbered without a gap.
        ring.next(durable + 1);
        signalSegments();
    }

    private void awaitFree() {
        if (daemons.none()) {
            return;
        }
        awaitSegments(options.roomWait().toNanos(), ring::hasFree);
    }

    private void awaitSegments(long nanos, BooleanSupplier condition) {
        lock.lock();
        try {
            long left = nanos;
            while (left > NO_TIME && !condition.getAsBoolean()) {
                long began = System.nanoTime();
                awaitNanos(segments, left);
                left -= System.nanoTime() - began;
            }
        } finally {
            lock.unlock();
        }
    }

    private void signalSegments() {
        lock.lock();
        try {
            segments.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable cause) {
        IOException reason = cause instanceof IOException io ? io : new IOException(cause);
        try {
            if (ownerTold.compareAndSet(false, true)) {
                // A writer that hears of it asks its owner what now.
                onFailure.accept(reason);
            }
        } finally {
            failWaiters(cause, reason);
        }
    }

    private void failWaiters(Throwable cause, IOException reason) {
        lock.lock();
        try {
            if (failure == null) {
                failure = new JournalFailedException(
                        "the journal in " + device.describe() + " failed: " + cause.getMessage(), reason);
            }
            bufferRoom.signalAll();
            segments.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
        waiters.wake(Long.MAX_VALUE, thread -> {});
    }

    private void checkpointLoop() {
        try {
            checkpoints();
        } catch (Error e) {
            // Segments would never come free again.
            fail(e);
            throw e;
        }
    }

    private void checkpoints() {
        while (awaitFull()) {
            if (!checkpointStep()) {
                // Tried again after a while: what makes it fail may pass, such as a volume that is taken out.
                awaitSegments(options.retry().toNanos(), this::ended);
            }
        }
    }

    private boolean awaitFull() {
        while (!ended()) {
            if (ring.hasFull()) {
                return true;
            }
            awaitSegments(LOOK_NANOS, () -> ring.hasFull() || ended());
        }
        return false;
    }

    private boolean ended() {
        return closing || failure != null;
    }

    /** Frees the oldest full segment; false where there is none or its owner could not make it durable. */
    boolean checkpointStep() {
        checkpoints.lock();
        try {
            return ring.hasFull() && checkpointOldest();
        } finally {
            checkpoints.unlock();
        }
    }

    private boolean checkpointOldest() {
        Segment<K> segment = ring.oldestFull();
        long began = System.nanoTime();
        try {
            checkpoint(ring.keysOf(segment), segment.lastSequence(), this::rest);
            ring.freeOldest(segment.filledNanos(), this::rest);
            signalSegments();
            counters.checkpoints.increment();
            return true;
        } catch (IOException | RuntimeException e) {
            counters.checkpointFailures.increment();
            warning.failed(e);
            return false;
        } finally {
            counters.checkpointNanos.add(System.nanoTime() - began);
        }
    }

    private void checkpoint(Set<K> keys, long upTo, Checkpointer.Pace pace) throws IOException {
        checkpointer.makeDurable(keys, upTo, pace);
        // What the owner appended lies before the mark, so it is on disk when the mark is.
        forget(upTo);
    }

    private void forget(long upTo) throws JournalFailedException {
        syncOrCommit(appendCheckpoint(upTo));
        checkpointer.forgotten(upTo);
    }

    private void syncOrCommit(long upTo) throws JournalFailedException {
        if (daemons.none()) {
            commitByHand(upTo);
        } else {
            sync(upTo);
        }
    }

    private void commitByHand(long upTo) throws JournalFailedException {
        while (durable < upTo) {
            commitStep();
            check();
        }
    }

    /** As long as the step took, so that the disk is the writers' half of the time; not when they will need the room. */
    private void rest(long spentNanos) {
        if (daemons.none()) {
            return;
        }
        awaitSegments(spentNanos, () -> ring.urgent() || ended());
    }

    /**
     * Says why the last checkpoint that failed did.
     *
     * @return its one line, empty where none failed
     */
    public String lastCheckpointFailure() {
        return warning.last();
    }

    /**
     * Tells what was done.
     *
     * @return the figures
     */
    public JournalStatistics statistics() {
        return ring.statistics(counters);
    }

    /**
     * Makes all that is in the journal durable elsewhere and leaves it empty. Nobody may append any more when this is
     * called; later appends are refused.
     *
     * @throws IOException where something could not be made durable: the journal keeps its records then, and is closed
     */
    @Override
    public void close() throws IOException {
        try {
            if (!closing && started && failure == null) {
                leaveEmpty();
            }
        } finally {
            abandon();
        }
    }

    private void leaveEmpty() throws IOException {
        checkpoints.lock();
        try {
            long upTo = sequenceNow();
            syncOrCommit(upTo);
            checkpointer.makeDurable(ring.allKeys(), upTo, spent -> {});
            // With what the owner appended just now: it guards against writes to come, and there are none.
            forget(sequenceNow());
        } finally {
            checkpoints.unlock();
        }
    }

    private long sequenceNow() {
        lock.lock();
        try {
            return sequence;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes the files and keeps what they hold, for the next replay. Records that are not on disk may be lost.
     *
     * @throws IOException where a file cannot be closed
     */
    public void abandon() throws IOException {
        lock.lock();
        try {
            if (closing) {
                return;
            }
            closing = true;
            if (failure == null) {
                failure = new JournalFailedException("the journal is closed", null);
            }
            work.signalAll();
            segments.signalAll();
            bufferRoom.signalAll();
        } finally {
            lock.unlock();
        }
        waiters.wake(Long.MAX_VALUE, thread -> {});
        daemons.join();
        try {
            ring.close();
        } finally {
            device.close();
        }
    }
}
