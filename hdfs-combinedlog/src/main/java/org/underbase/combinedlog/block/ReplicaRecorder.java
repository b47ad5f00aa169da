package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalFailedException;
import org.underbase.combinedlog.journal.JournalFullException;

/**
 * Write side of a {@link BlockLog}: it appends the records of replicas and returns the sequence to wait for, 0 for none. It
 * never waits itself. Thread-safe.
 */
final class ReplicaRecorder {
    /** Returned instead of a sequence if the bytes exceed the sync limit. */
    static final long OVERSIZED = -1;

    /** Upper bound of the length of a record's header in the journal, in bytes. */
    private static final int RECORD_HEADER = 64;

    private final Journal<BlockKey> journal;
    private volatile int syncMaxBytes;
    private final ConcurrentMap<BlockKey, TrackedReplica> tracked = new ConcurrentHashMap<>();
    /** Sequences of the records that supersede all records of a replica, until these are discarded. */
    private final Map<BlockKey, Long> ends = new ConcurrentHashMap<>();

    private volatile long forgotten;

    ReplicaRecorder(Journal<BlockKey> journal, int syncMaxBytes) {
        this.journal = journal;
        syncMaxBytes(syncMaxBytes);
    }

    /** Sets the sync limit, in bytes, as far as a record can contain as many. */
    final void syncMaxBytes(int bytes) {
        syncMaxBytes = Math.min(bytes, journal.longestRecord() / 2);
    }

    /** Returns the state of a replica. Does not wait for its writer; the values may be of two moments. */
    ReplicaStatus status(TrackedReplica replica) {
        return new ReplicaStatus(
                replica.key(),
                replica.storage(),
                replica.generationStamp(),
                replica.synced(),
                replica.open(),
                !replica.dropped() && replica.lastSequence() > forgotten);
    }

    Optional<TrackedReplica> find(BlockKey key) {
        return Optional.ofNullable(tracked.get(key));
    }

    Set<BlockKey> keys() {
        return Set.copyOf(tracked.keySet());
    }

    int count() {
        return tracked.size();
    }

    /** Whether the journal may contain records of a replica of the block. */
    boolean mayHaveRecords(BlockKey key) {
        return tracked.containsKey(key) || ends.containsKey(key);
    }

    List<TrackedReplica> all() {
        return List.copyOf(tracked.values());
    }

    private TrackedReplica track(ReplicaSnapshot replica) {
        return tracked.computeIfAbsent(replica.key(), any -> new TrackedReplica(replica));
    }

    /** Records the bytes up to the replica's length. */
    long sync(ReplicaSnapshot now, DataChecksum checksum, ReplicaFiles files) throws IOException {
        TrackedReplica replica = track(now);
        synchronized (replica) {
            if (replica.dropped()) {
                throw new IOException("block " + now.key() + " was deleted or reported as bad while it was written");
            }
            replica.update(now);
            if (replica.suspect()) {
                // A record would be read from pages that may be lost.
                return OVERSIZED;
            }
            if (now.length() <= replica.synced() && replica.lastSequence() > 0) {
                return replica.lastSequence();
            }
            ChecksumLayout layout = new ChecksumLayout(checksum);
            boolean small = now.length() - layout.floor(replica.synced()) <= syncMaxBytes;
            return small && fits(replica, layout, now.length())
                    ? data(replica, layout, now.length(), files, false)
                    : OVERSIZED;
        }
    }

    /** Records that the files were fsynced up to the replica's length. */
    long fsynced(ReplicaSnapshot now, DataChecksum checksum, ReplicaFiles files) throws IOException {
        TrackedReplica replica = track(now);
        synchronized (replica) {
            if (replica.dropped()) {
                return 0;
            }
            replica.update(now);
            replica.synced(now.length());
            // The files contain all recorded bytes, so a replay between the two records needs no record of the replica.
            if (replica.lastSequence() > forgotten) {
                state(replica, RecordType.SUPERSEDED, now.length());
            }
            ChecksumLayout layout = new ChecksumLayout(checksum);
            if (!fits(replica, layout, now.length())) {
                // As on a stock DataNode, later writes may invalidate the checksum of this chunk.
                return replica.lastSequence();
            }
            return data(replica, layout, now.length(), files, true);
        }
    }

    /** Returns the sequence of the record that supersedes an earlier replica of the block. */
    long created(BlockKey key) throws JournalFailedException {
        Optional<TrackedReplica> earlier = find(key);
        long sequence = earlier.isPresent() ? drop(earlier.get()) : 0;
        // A deletion does not wait for its record; the replica that replaces it does.
        return sequence > 0 ? sequence : ends.getOrDefault(key, 0L);
    }

    /** Records a new length and generation stamp; empty if the replica is untracked. */
    OptionalLong changed(ReplicaSnapshot now) throws JournalFailedException {
        TrackedReplica replica = tracked.get(now.key());
        if (replica == null) {
            return OptionalLong.empty();
        }
        synchronized (replica) {
            if (replica.dropped()) {
                return OptionalLong.empty();
            }
            replica.update(now);
            replica.open(true);
            replica.synced(Math.min(replica.synced(), now.length()));
            return OptionalLong.of(state(replica, RecordType.LENGTH, now.length()));
        }
    }

    /**
     * Record of a finalized replica.
     *
     * @param sequence sequence to wait for, even if not complete: without this record, a replay restores the replica as being
     *     written
     * @param complete whether all bytes are durable then
     */
    record Finalization(long sequence, boolean complete) {}

    /** Records the remaining bytes, unless they exceed the sync limit, and that the replica is finalized. */
    Finalization finalized(ReplicaSnapshot now, ReplicaFiles files) throws IOException {
        TrackedReplica replica = tracked.get(now.key());
        if (replica == null) {
            return new Finalization(0, true);
        }
        synchronized (replica) {
            if (replica.dropped() || !replica.open()) {
                return new Finalization(0, true);
            }
            replica.update(now);
            long length = now.length();
            Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
            boolean complete = layout.isPresent()
                    && !replica.suspect()
                    && length - layout.get().floor(replica.synced()) <= syncMaxBytes
                    && fits(replica, layout.get(), length);
            if (complete && length > replica.synced()) {
                data(replica, layout.get(), length, files, true);
            }
            replica.open(false);
            return new Finalization(state(replica, RecordType.FINALIZED, length), complete);
        }
    }

    /** Records the last chunk of an open replica, because its checksum on disk may belong to bytes written later. */
    void keepLastChunk(TrackedReplica replica, ReplicaFiles files, long sequence) throws IOException {
        synchronized (replica) {
            Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
            if (replica.dropped() || !replica.open() || replica.lastData() > sequence || layout.isEmpty()) {
                return;
            }
            long from = layout.get().floor(replica.synced());
            if (!fits(replica, layout.get(), replica.synced())) {
                return;
            }
            ByteBuffer data = ByteBuffer.allocate((int) (replica.synced() - from));
            if (!data.hasRemaining()) {
                return;
            }
            files.readData(data, from);
            if (data.hasRemaining()) {
                // The replica was truncated concurrently; the record of the truncation follows.
                return;
            }
            ByteBuffer sums = layout.get().sums(data.flip());
            if (from > 0) {
                append(replica, RecordType.DATA, from, layout.get().metaOffset(from), sums, data, true);
                return;
            }
            // A replay that creates the replica needs the header as well: its deletion may be on disk without a record.
            ByteBuffer meta = ByteBuffer.allocate(ChecksumLayout.HEADER + sums.remaining());
            files.readMeta(meta.limit(ChecksumLayout.HEADER), 0);
            if (!meta.hasRemaining()) {
                meta.limit(meta.capacity()).put(sums).flip();
                append(replica, RecordType.DATA, 0, 0, meta, data, true);
            }
        }
    }

    /** Stops tracking a replica. Returns the sequence of the record that supersedes it, 0 without one. */
    long drop(TrackedReplica replica) throws JournalFailedException {
        synchronized (replica) {
            try {
                if (replica.dropped() && !replica.failed()) {
                    return ends.getOrDefault(replica.key(), 0L);
                }
                replica.drop();
                return end(replica);
            } finally {
                // Last: the first record of a later replica must follow this record.
                tracked.remove(replica.key(), replica);
            }
        }
    }

    /**
     * Supersedes the records of a replica whose disk lost its bytes. It stays tracked, so that the next sync of its writer
     * fails: an fsync would succeed although pages are missing.
     */
    void fail(TrackedReplica replica) throws JournalFailedException {
        synchronized (replica) {
            if (!replica.dropped()) {
                replica.fail();
                end(replica);
            }
        }
    }

    /** As {@link #fail}, of a replica without records: the next sync of its writer fails. */
    void failUnrecorded(TrackedReplica replica) {
        synchronized (replica) {
            replica.fail();
            tracked.putIfAbsent(replica.key(), replica);
        }
    }

    /** Records a failed fsync of the files. Returns the sequence; 0 if it is already recorded, or if the replica was deleted. */
    long suspect(TrackedReplica replica) throws JournalFailedException {
        synchronized (replica) {
            boolean known = replica.suspect();
            replica.fsyncFailed();
            return known || replica.dropped() ? 0 : state(replica, RecordType.SUSPECT, replica.synced());
        }
    }

    /** Supersedes the records of a replica whose files contain everything. Returns the sequence, 0 without records. */
    long supersede(TrackedReplica replica) throws JournalFailedException {
        synchronized (replica) {
            return replica.lastSequence() > forgotten ? state(replica, RecordType.SUPERSEDED, 0) : 0;
        }
    }

    /** Whether the journal contains records of the replica. */
    boolean hasRecords(TrackedReplica replica) {
        synchronized (replica) {
            return !replica.dropped() && replica.lastSequence() > forgotten;
        }
    }

    /** Stops tracking closed replicas whose records were all discarded. A failed replica has failed until its deletion. */
    void forgotten(long sequence) {
        forgotten = sequence;
        ends.values().removeIf(end -> end <= sequence);
        for (TrackedReplica replica : tracked.values()) {
            synchronized (replica) {
                if (!replica.open() && !replica.failed() && replica.lastSequence() <= sequence) {
                    replica.drop();
                    tracked.remove(replica.key(), replica);
                }
            }
        }
    }

    private long end(TrackedReplica replica) throws JournalFailedException {
        if (replica.lastSequence() <= forgotten) {
            return 0;
        }
        // If the record cannot be appended, the earlier ones stay valid.
        ends.put(replica.key(), Long.MAX_VALUE);
        long sequence = state(replica, RecordType.SUPERSEDED, 0);
        ends.put(replica.key(), sequence);
        return sequence;
    }

    /** Whether a data record up to a length fits into the journal. Clients choose the size of the chunks. */
    private boolean fits(TrackedReplica replica, ChecksumLayout layout, long length) {
        long from = firstChunk(replica, layout, length);
        long meta = layout.metaLength(length) - (from == 0 ? 0 : layout.metaOffset(from));
        return length - from + meta
                <= journal.longestRecord() - BlockRecord.overhead(replica.key(), replica.storage()) - RECORD_HEADER;
    }

    private static long firstChunk(TrackedReplica replica, ChecksumLayout layout, long length) {
        return Math.min(layout.floor(replica.synced()), layout.floor(length));
    }

    /** Starts at the chunk that contains the last synced byte, so that each record can be verified alone. */
    private long data(TrackedReplica replica, ChecksumLayout layout, long length, ReplicaFiles files, boolean always)
            throws IOException {
        long from = firstChunk(replica, layout, length);
        ByteBuffer data = ByteBuffer.allocate(Math.toIntExact(length - from));
        files.readData(data, from);
        long metaFrom = from == 0 ? 0 : layout.metaOffset(from);
        ByteBuffer meta = ByteBuffer.allocate(Math.toIntExact(layout.metaLength(length) - metaFrom));
        files.readMeta(meta, metaFrom);
        if (data.hasRemaining() || meta.hasRemaining()) {
            throw new IOException(
                    "the files of block " + replica.key() + " are shorter than the bytes written to them");
        }
        return append(replica, RecordType.DATA, from, metaFrom, meta.flip(), data.flip(), always);
    }

    private long state(TrackedReplica replica, RecordType type, long length) throws JournalFailedException {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        try {
            return append(replica, type, length, Math.min(replica.synced(), length), nothing, nothing, true);
        } catch (JournalFullException e) {
            throw new IllegalStateException("rejected a record that must always be accepted", e);
        }
    }

    private long append(
            TrackedReplica replica,
            RecordType type,
            long length,
            long metaOffset,
            ByteBuffer meta,
            ByteBuffer data,
            boolean always)
            throws JournalFullException, JournalFailedException {
        BlockRecord record = new BlockRecord(
                type, replica.key(), replica.storage(), replica.generationStamp(), length, metaOffset, meta, data);
        long sequence = always
                ? journal.appendAlways(replica.key(), type.code(), record.encode())
                : journal.append(replica.key(), type.code(), record.encode());
        replica.recorded(sequence, type == RecordType.DATA);
        if (type == RecordType.DATA) {
            replica.synced(record.end());
        }
        return sequence;
    }
}
