package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalFailedException;
import org.underbase.combinedlog.journal.NoRoomException;

/**
 * Records in the journal what happens to the replicas that are synced through it. A replica that nobody syncs costs
 * nothing here.
 *
 * <p>What holds at any moment, for a replica whose files may be at any older state on disk:
 *
 * <ul>
 *   <li>the bytes before the first data record are on disk in the replica's files;
 *   <li>the data records reach from there to the last synced byte without a gap, and each begins where a chunk does: the
 *       checksum of a chunk that is not full is written again with every later packet, so that the one on disk may belong
 *       to more bytes than are there;
 *   <li>each cut and each raise of the generation stamp is a record.
 * </ul>
 *
 * <p>Thread-safe. The records of one replica are in the order of what happened to it.
 */
public final class BlockLog implements Checkpointer<BlockKey> {
    private static final int TRIES = 3;

    private final Journal<BlockKey> journal;
    private final LiveReplicas live;
    private final int limit;
    private final ConcurrentMap<BlockKey, Tracked> tracked = new ConcurrentHashMap<>();
    /** The records that ended replicas, until they are forgotten. */
    private final ConcurrentMap<BlockKey, Long> ends = new ConcurrentHashMap<>();

    private final ConcurrentMap<BlockKey, Integer> failures = new ConcurrentHashMap<>();
    /** Held shared by what records something, and alone by what ends the journal. */
    private final ReadWriteLock gate = new ReentrantReadWriteLock();

    private volatile long forgotten;
    private boolean ended;

    /**
     * Makes the log of a journal.
     *
     * @param journal where records go
     * @param live the DataNode's replicas
     * @param limit more unsynced bytes than these go to their files instead, so that bulk writers cost what they cost
     */
    public BlockLog(Journal<BlockKey> journal, LiveReplicas live, int limit) {
        this.journal = journal;
        this.live = live;
        this.limit = Math.min(limit, journal.longestRecord() / 2);
    }

    /** What became of a request to make a replica's bytes durable. */
    public enum Outcome {
        /** They are on disk. */
        DURABLE,
        /** They are too many for the journal: the files are to be forced, and {@link #forced} called. */
        TOO_MANY,
        /** The journal has no room: the files are to be forced, and {@link #forced} called. */
        NO_ROOM,
        /** The journal failed: the files are to be forced. */
        FAILED
    }

    /**
     * Makes a replica that is being written durable up to a length, and waits for it.
     *
     * @param key of the block
     * @param storage the id of its storage
     * @param generationStamp of the replica
     * @param checksum of its checksum file; not used by another thread meanwhile
     * @param length bytes; both files have them, though perhaps not on disk
     * @param files where they are read from
     * @return what became of it
     * @throws IOException where the files cannot be read
     */
    public Outcome sync(
            BlockKey key, String storage, long generationStamp, DataChecksum checksum, long length, ReplicaFiles files)
            throws IOException {
        return await(() -> record(key, storage, generationStamp, checksum, length, files));
    }

    /** Appends without a wait; the sequence to wait for, or -1 where the bytes are too many. */
    long record(
            BlockKey key, String storage, long generationStamp, DataChecksum checksum, long length, ReplicaFiles files)
            throws IOException {
        Tracked replica = tracked.computeIfAbsent(key, any -> new Tracked(key, storage, generationStamp));
        synchronized (replica) {
            if (replica.dropped()) {
                throw new IOException("block " + key + " was deleted or given up while it was written");
            }
            replica.is(storage, generationStamp);
            if (length <= replica.synced() && replica.lastSequence() > 0) {
                return replica.lastSequence();
            }
            ChecksumLayout layout = new ChecksumLayout(checksum);
            if (length - layout.floor(replica.synced()) > limit) {
                return -1;
            }
            return data(replica, layout, length, files, false);
        }
    }

    /** From the start of the chunk that holds the last synced byte, so that each record can be verified alone. */
    private long data(Tracked replica, ChecksumLayout layout, long length, ReplicaFiles files, boolean always)
            throws IOException {
        long from = Math.min(layout.floor(replica.synced()), layout.floor(length));
        ByteBuffer data = ByteBuffer.allocate(Math.toIntExact(length - from));
        files.readData(data, from);
        long metaFrom = from == 0 ? 0 : layout.metaOffset(from);
        ByteBuffer meta = ByteBuffer.allocate(Math.toIntExact(layout.metaLength(length) - metaFrom));
        files.readMeta(meta, metaFrom);
        if (data.hasRemaining() || meta.hasRemaining()) {
            throw new IOException("block " + replica.key() + " has fewer bytes in its files than were written to them");
        }
        return append(replica, Kind.DATA, from, metaFrom, meta.flip(), data.flip(), always);
    }

    private long append(
            Tracked replica, Kind kind, long length, long metaOffset, ByteBuffer meta, ByteBuffer data, boolean always)
            throws NoRoomException, JournalFailedException {
        BlockRecord record = new BlockRecord(
                kind, replica.key(), replica.storage(), replica.generationStamp(), length, metaOffset, meta, data);
        long sequence = always
                ? journal.appendAlways(replica.key(), kind.code(), record.encode())
                : journal.append(replica.key(), kind.code(), record.encode());
        replica.recorded(sequence, kind == Kind.DATA);
        if (kind == Kind.DATA) {
            replica.synced(record.end());
        }
        return sequence;
    }

    private long mark(Tracked replica, Kind kind, long length) throws JournalFailedException {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        try {
            return append(replica, kind, length, Math.min(replica.synced(), length), nothing, nothing, true);
        } catch (NoRoomException e) {
            throw new IllegalStateException("refused a record that is never refused", e);
        }
    }

    /** Appends and tells the sequence to wait for: 0 for none, -1 where the bytes are too many. */
    private interface Step {
        long append() throws IOException;
    }

    private Outcome await(Step step) throws IOException {
        journal.awaitRoom();
        return waitFor(step);
    }

    private Outcome waitFor(Step step) throws IOException {
        gate.readLock().lock();
        try {
            if (ended) {
                return Outcome.FAILED;
            }
            long sequence = step.append();
            if (sequence < 0) {
                return Outcome.TOO_MANY;
            }
            journal.sync(sequence);
            return Outcome.DURABLE;
        } catch (NoRoomException e) {
            return Outcome.NO_ROOM;
        } catch (JournalFailedException e) {
            return Outcome.FAILED;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Records what is not for the caller to wait for, or to mend when the journal fails: whoever ends it does that. */
    private void tell(Step step) throws IOException {
        Outcome outcome = waitFor(step);
        assert outcome != Outcome.TOO_MANY;
    }

    /**
     * Tells that the files of a replica that is being written were forced up to a length.
     *
     * @param key of the block
     * @param storage the id of its storage
     * @param generationStamp of the replica
     * @param checksum of its checksum file
     * @param length bytes
     * @param files where the last chunk is read from
     * @return {@link Outcome#DURABLE}, or {@link Outcome#FAILED}: then nothing protects the last chunk from later writes,
     *     as nothing does without a journal
     * @throws IOException where the files cannot be read
     */
    public Outcome forced(
            BlockKey key, String storage, long generationStamp, DataChecksum checksum, long length, ReplicaFiles files)
            throws IOException {
        return await(() -> recordForced(key, storage, generationStamp, checksum, length, files));
    }

    long recordForced(
            BlockKey key, String storage, long generationStamp, DataChecksum checksum, long length, ReplicaFiles files)
            throws IOException {
        Tracked replica = tracked.computeIfAbsent(key, any -> new Tracked(key, storage, generationStamp));
        synchronized (replica) {
            if (replica.dropped()) {
                return 0;
            }
            replica.is(storage, generationStamp);
            replica.synced(length);
            // What was recorded before lies in the files now. Between the two records nothing of the replica counts:
            // its
            // files hold all of it.
            if (replica.lastSequence() > forgotten) {
                mark(replica, Kind.VOID, length);
            }
            return data(replica, new ChecksumLayout(checksum), length, files, true);
        }
    }

    /**
     * Tells that a replica of which the log knows nothing, or nothing any more, was opened for append and its files were
     * forced: from now on its generation stamp and its last chunk are in the journal.
     *
     * @param key of the block
     * @param storage the id of its storage
     * @param generationStamp new
     * @param length bytes
     * @param files where the last chunk is read from
     * @return as {@link #forced}
     * @throws IOException where the files cannot be read
     */
    public Outcome opened(BlockKey key, String storage, long generationStamp, long length, ReplicaFiles files)
            throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
        // Without checksums there is no chunk that a later write could spoil; a file that lost its end is found by
        // others.
        boolean whole = layout.isPresent()
                && files.dataLength() >= length
                && files.metaLength() >= layout.get().metaLength(length);
        return !whole
                ? Outcome.DURABLE
                : forced(key, storage, generationStamp, layout.get().checksum(), length, files);
    }

    /**
     * Tells that a replica was created anew; whatever was told of one with its id does not count.
     *
     * @param key of the block
     * @throws IOException where it could not be recorded
     */
    public void created(BlockKey key) throws IOException {
        tell(() -> recordCreated(key));
    }

    long recordCreated(BlockKey key) throws JournalFailedException {
        long now = drop(key, tracked.get(key));
        // A deletion does not wait for its record, but what comes in its place does.
        return now > 0 ? now : ends.getOrDefault(key, 0L);
    }

    /**
     * Tells that a replica that will be written or finalized now has a length and a generation stamp: it was cut, recovered
     * or opened for append. Returns when that is on disk, if the journal holds anything of the replica.
     *
     * @param key of the block
     * @param storage the id of its storage
     * @param generationStamp new
     * @param length new
     * @throws IOException where it could not be recorded
     */
    public void changed(BlockKey key, String storage, long generationStamp, long length) throws IOException {
        tell(() -> recordChanged(key, storage, generationStamp, length));
    }

    long recordChanged(BlockKey key, String storage, long generationStamp, long length) throws JournalFailedException {
        Tracked replica = tracked.get(key);
        if (replica == null) {
            return 0;
        }
        synchronized (replica) {
            if (replica.dropped()) {
                return 0;
            }
            replica.is(storage, generationStamp);
            replica.open(true);
            replica.synced(Math.min(replica.synced(), length));
            return mark(replica, Kind.LENGTH, length);
        }
    }

    /**
     * Tells that a replica was finalized, before anyone else is told. What was not synced of one that was goes into the
     * journal, for a replica that the NameNode takes for whole must be whole after a power cut too. Not where it is much.
     *
     * @param key of the block
     * @param storage the id of its storage
     * @param generationStamp of the replica
     * @param length final
     * @param files where the rest is read from
     * @return what became of it; {@link Outcome#TOO_MANY} needs no more than stock HDFS does
     * @throws IOException where the files cannot be read
     */
    public Outcome finalized(BlockKey key, String storage, long generationStamp, long length, ReplicaFiles files)
            throws IOException {
        AtomicBoolean whole = new AtomicBoolean(true);
        Outcome outcome = await(() -> {
            Final record = recordFinalized(key, storage, generationStamp, length, files);
            whole.set(record.whole());
            return record.sequence();
        });
        return outcome == Outcome.DURABLE && !whole.get() ? Outcome.TOO_MANY : outcome;
    }

    /**
     * The end of a replica in the journal.
     *
     * @param sequence to wait for, also where it is not whole: a replay takes one without this record for one that is
     *     being written
     * @param whole whether all its bytes are durable then
     */
    record Final(long sequence, boolean whole) {}

    Final recordFinalized(BlockKey key, String storage, long generationStamp, long length, ReplicaFiles files)
            throws IOException {
        Tracked replica = tracked.get(key);
        if (replica == null) {
            return new Final(0, true);
        }
        synchronized (replica) {
            if (replica.dropped() || !replica.open()) {
                return new Final(0, true);
            }
            replica.is(storage, generationStamp);
            Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
            boolean fits = layout.isPresent() && length - layout.get().floor(replica.synced()) <= limit && length >= 0;
            if (fits && length > replica.synced()) {
                data(replica, layout.get(), length, files, true);
            }
            replica.open(false);
            return new Final(mark(replica, Kind.FINALIZED, length), fits);
        }
    }

    /**
     * Remembers a replica before it may be deleted.
     *
     * @param key of the block
     * @return to be handed to {@link #deleted}; nothing where the journal never heard of the replica
     */
    public Optional<Object> beforeDeletion(BlockKey key) {
        return Optional.ofNullable(tracked.get(key));
    }

    /**
     * Tells that a replica was deleted. One that was created since under its id is not touched.
     *
     * @param key of the block
     * @param before what {@link #beforeDeletion} returned
     * @throws IOException where it could not be recorded
     */
    public void deleted(BlockKey key, Object before) throws IOException {
        tell(() -> {
            drop(key, (Tracked) before);
            // Nobody waits for it: what comes in its place does.
            return 0;
        });
    }

    /** The sequence of its record, or 0 where none is needed. */
    private long drop(BlockKey key, Tracked replica) throws JournalFailedException {
        if (replica == null) {
            return 0;
        }
        synchronized (replica) {
            try {
                if (replica.dropped()) {
                    return ends.getOrDefault(key, 0L);
                }
                replica.drop();
                return end(replica);
            } finally {
                // Last: a successor's first record comes after this one.
                tracked.remove(key, replica);
            }
        }
    }

    /** The sequence of the record that ends a replica, or 0 where the journal holds none of it. */
    private long end(Tracked replica) throws JournalFailedException {
        if (replica.lastSequence() <= forgotten) {
            return 0;
        }
        long sequence = mark(replica, Kind.VOID, 0);
        ends.put(replica.key(), sequence);
        return sequence;
    }

    /**
     * Makes a finalized replica durable in its files and drops it from the journal, as after a move to another volume.
     *
     * @param key of the block
     * @throws IOException where it could not be
     */
    public void settle(BlockKey key) throws IOException {
        tell(() -> settleNow(key));
    }

    private long settleNow(BlockKey key) throws IOException {
        Tracked replica = tracked.get(key);
        if (replica == null) {
            return 0;
        }
        Optional<ReplicaFiles> files = live.open(key);
        if (files.isPresent()) {
            try (ReplicaFiles found = files.get()) {
                found.force();
            }
        }
        synchronized (replica) {
            return replica.open() && files.isPresent() ? 0 : drop(key, replica);
        }
    }

    /**
     * Ends the journal: what its records tell is made durable in the replicas' files, and it is left empty and closed.
     * Whatever happens to replicas meanwhile waits; from then on it is not recorded.
     *
     * @throws IOException where something could not be made durable; the records stay
     */
    public void end() throws IOException {
        gate.writeLock().lock();
        try {
            if (!ended) {
                ended = true;
                journal.close();
            }
        } finally {
            gate.writeLock().unlock();
        }
    }

    /**
     * Gives up a journal that failed: the files of all replicas that it may hold records of are forced. Whatever happens
     * to replicas meanwhile waits; from then on it is not recorded.
     *
     * @param whenForced done before anything else happens to a replica: the journal's records must never be replayed now
     * @throws IOException where a replica's files could not be forced, or by {@code whenForced}
     */
    public void giveUp(Checkpoint whenForced) throws IOException {
        gate.writeLock().lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            IOException first = null;
            for (BlockKey key : replicas()) {
                try {
                    Optional<ReplicaFiles> found = live.open(key);
                    if (found.isPresent()) {
                        try (ReplicaFiles files = found.get()) {
                            files.force();
                        }
                    }
                } catch (IOException e) {
                    live.failed(key, e);
                    first = first == null ? e : first;
                }
            }
            whenForced.done();
            if (first != null) {
                throw first;
            }
        } finally {
            gate.writeLock().unlock();
        }
    }

    /** What follows when everything is durable elsewhere. */
    public interface Checkpoint {
        /**
         * Notes it.
         *
         * @throws IOException where it cannot be noted
         */
        void done() throws IOException;
    }

    /** One replica that cannot be forced does not keep the others from it. */
    @Override
    public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) throws IOException {
        IOException first = null;
        for (BlockKey key : keys) {
            Tracked replica = tracked.get(key);
            if (replica == null || !holds(replica)) {
                continue;
            }
            long began = System.nanoTime();
            try {
                makeDurable(key, replica, sequence);
            } catch (IOException e) {
                first = first == null ? e : first;
            }
            pace.rest(System.nanoTime() - began);
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * A force that failed once says nothing when it succeeds later: the kernel forgets pages that it could not write. So
     * what a replica holds that nobody writes is written again; one that is being written, and one whose disk goes on
     * refusing, is given up: HDFS has others.
     */
    private void makeDurable(BlockKey key, Tracked replica, long sequence) throws IOException {
        try {
            Optional<ReplicaFiles> found = live.open(key);
            if (found.isEmpty()) {
                drop(key, replica);
                return;
            }
            try (ReplicaFiles files = found.get()) {
                if (failures.containsKey(key)) {
                    files.rewrite();
                }
                files.force();
                failures.remove(key);
                keepLastChunk(replica, files, sequence);
            }
        } catch (JournalFailedException e) {
            throw e;
        } catch (IOException e) {
            int tries = failures.merge(key, 1, Integer::sum);
            if (!isOpen(replica) && tries < TRIES) {
                throw e;
            }
            failures.remove(key);
            giveUp(replica);
            live.failed(key, e);
        }
    }

    /**
     * Ends a replica that its disk does not keep. It stays known, so that whoever writes it hears of it at the next sync: a
     * force would succeed now, and pages would be missing all the same.
     */
    private void giveUp(Tracked replica) throws JournalFailedException {
        synchronized (replica) {
            if (!replica.dropped()) {
                replica.drop();
                end(replica);
            }
        }
    }

    private static boolean isOpen(Tracked replica) {
        synchronized (replica) {
            return replica.open();
        }
    }

    private boolean holds(Tracked replica) {
        synchronized (replica) {
            return !replica.dropped() && replica.lastSequence() > forgotten;
        }
    }

    /** Its checksum on disk may belong to bytes that are written after the force. */
    private void keepLastChunk(Tracked replica, ReplicaFiles files, long sequence) throws IOException {
        synchronized (replica) {
            Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
            if (replica.dropped() || !replica.open() || replica.lastData() > sequence || layout.isEmpty()) {
                return;
            }
            long from = layout.get().floor(replica.synced());
            ByteBuffer data = ByteBuffer.allocate((int) (replica.synced() - from));
            if (!data.hasRemaining()) {
                return;
            }
            files.readData(data, from);
            if (data.hasRemaining()) {
                // Cut since; the record of the cut comes after this.
                return;
            }
            ByteBuffer sums = layout.get().sums(data.flip());
            append(replica, Kind.DATA, from, layout.get().metaOffset(from), sums, data, true);
        }
    }

    @Override
    public void forgotten(long sequence) {
        forgotten = sequence;
        ends.values().removeIf(end -> end <= sequence);
        for (Tracked replica : tracked.values()) {
            synchronized (replica) {
                if (!replica.open() && replica.lastSequence() <= sequence) {
                    replica.drop();
                    tracked.remove(replica.key(), replica);
                }
            }
        }
    }

    /**
     * The replicas that the journal knows.
     *
     * @return their keys, as of now
     */
    public Set<BlockKey> replicas() {
        return Set.copyOf(tracked.keySet());
    }
}
