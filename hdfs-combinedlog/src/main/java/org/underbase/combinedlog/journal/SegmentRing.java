package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * Segments of a journal: one is being written, some wait for their checkpoint, the others are free. Thread-safe; it calls no
 * code that could call it back.
 *
 * @param <K> owner of a record
 */
final class SegmentRing<K> implements Closeable {
    /** With one segment, commits would have to wait for every checkpoint. */
    private static final int MINIMUM = 2;

    private final JournalDevice device;
    private final JournalOptions options;
    private final UUID id;
    private final Deque<Segment<K>> free = new ArrayDeque<>();
    private final Deque<Segment<K>> full = new ArrayDeque<>();
    /** Segments to delete. */
    private final Deque<Segment<K>> retired = new ArrayDeque<>();
    /** Names of the segments whose records a replay needs until the first commit of this run discards them. */
    private final Set<String> pending;

    private final SecureRandom salts = new SecureRandom();
    private Segment<K> current;
    /** Previous segment, while its next-segment pointer is missing. */
    private Segment<K> previous;

    private long epoch;
    /** Used by the thread that creates segments. */
    private long lastNumber;

    private long targetBytes;
    /** Whether a free segment is smaller than the target. */
    private boolean outgrown;

    SegmentRing(
            JournalDevice device, JournalOptions options, UUID id, List<JournalScan.Found> found, JournalScan scan) {
        this.device = device;
        this.options = options;
        this.id = id;
        this.pending = Set.copyOf(scan.pending());
        // A power failure may leave a segment's records without its header, so the epoch after the last visible one may
        // have been used. At most one is invisible: a segment is begun after the previous one is on disk.
        this.epoch = scan.lastEpoch() + 1;
        this.targetBytes = options.segmentBytes();
        List<JournalScan.Found> oldestFirst = new ArrayList<>(found);
        oldestFirst.sort(Comparator.comparingLong(each -> each.header().epoch()));
        for (JournalScan.Found each : oldestFirst) {
            free.add(new Segment<>(each.name(), each.file(), each.size()));
            lastNumber = Math.max(lastNumber, Segment.number(each.name()));
        }
    }

    /**
     * Begins the first segment in a file that a replay does not need: the replayed segments stay valid until the first commit
     * discards them. Without such a file and without space for a new one, it takes the oldest segment. Losing a later one would
     * lose truncations and deletions of replicas that the older segments contain.
     */
    void beginFirst(long firstSequence) throws IOException {
        for (Segment<K> each : free) {
            // After a process exit, the replayed records may be in the page cache only.
            each.file().force();
        }
        Segment<K> first = selectFirst();
        free.remove(first);
        current = first;
        first.begin(header(firstSequence, first));
    }

    private Segment<K> selectFirst() throws IOException {
        for (Segment<K> each : free) {
            if (usable(each) && !pending.contains(each.name())) {
                return each;
            }
        }
        try {
            return create(options.segmentBytes(), nanos -> {});
        } catch (IOException e) {
            if (free.isEmpty() || !usable(free.getFirst())) {
                throw e;
            }
            return free.getFirst();
        }
    }

    private boolean usable(Segment<K> segment) {
        return segment.size() >= options.segmentBytes()
                && segment.size() <= options.maxSegmentBytes()
                && segment.size() % SegmentHeader.PAGE == 0;
    }

    /** Adjusts size and count of the segments to the options, as far as the disk has space. Discards replayed records. */
    void resize() throws IOException {
        for (Segment<K> each : List.copyOf(free)) {
            if (!usable(each)) {
                free.remove(each);
                remove(each);
            }
        }
        while (1 + free.size() > options.segments()) {
            remove(free.removeFirst());
        }
        while (1 + free.size() < options.segments()) {
            try {
                free.add(create(options.segmentBytes(), nanos -> {}));
            } catch (IOException e) {
                if (1 + free.size() < MINIMUM) {
                    throw e;
                }
                return;
            }
        }
    }

    /** Deletes a segment that is in no queue; retires it if that fails. */
    void remove(Segment<K> segment) throws IOException {
        synchronized (this) {
            if (segment.equals(previous)) {
                previous = null;
            }
        }
        boolean deleted = false;
        try {
            device.delete(segment.name());
            deleted = true;
        } finally {
            if (!deleted) {
                retire(segment);
            }
        }
        segment.file().close();
    }

    private synchronized void retire(Segment<K> segment) {
        retired.addLast(segment);
    }

    /**
     * Creates a segment that is not in the ring yet. Takes as long as writing its zeros. Called by one thread at a time. A repeated
     * failure has the same name, so that its cause is logged once.
     */
    Segment<K> create(long bytes, LongConsumer rest) throws IOException {
        String name = Segment.name(lastNumber + 1);
        Segment<K> segment = new Segment<>(name, device.create(name, bytes, rest), bytes);
        lastNumber++;
        return segment;
    }

    /** Queues the current segment for its checkpoint and begins a free one. */
    void next(long firstSequence) throws IOException {
        Segment<K> segment;
        synchronized (this) {
            segment = free.removeFirst();
            full.addLast(current);
            previous = current;
            current = segment;
        }
        segment.begin(header(firstSequence, segment));
    }

    private synchronized SegmentHeader header(long firstSequence, Segment<K> segment) {
        return new SegmentHeader(id, ++epoch, firstSequence, segment.size(), salts.nextLong());
    }

    /** Returns the epoch of the segment begun last. */
    synchronized long epoch() {
        return epoch;
    }

    synchronized Segment<K> current() {
        return current;
    }

    /** Registers the owners of a batch's records after its commit. */
    void wrote(Segment<K> segment, List<K> keys) throws IOException {
        Segment<K> before;
        synchronized (this) {
            segment.add(keys);
            before = previous;
            previous = null;
        }
        if (before != null) {
            // Without the lock: a disk that does not respond must not block appends.
            // No checkpoint can free the segment now, because its record needs another commit.
            before.followedBy(segment.epoch());
        }
    }

    /**
     * Whether a batch fits into the current segment or a free one exists. The end of the last segment is reserved: without space
     * for the record of a checkpoint, no segment would become free.
     *
     * @param bytes size of the batch
     * @param kept half reserves that must remain, 0 to 2
     */
    synchronized boolean hasRoom(long bytes, int kept) {
        return !free.isEmpty() || current.fits(bytes + kept * halfReserve());
    }

    /** Space for one buffer and the record of a checkpoint, in bytes. */
    private long halfReserve() {
        return Math.min(options.bufferBytes() + SegmentHeader.PAGE, current.size() / 8);
    }

    synchronized boolean hasFree() {
        return !free.isEmpty();
    }

    synchronized boolean hasFull() {
        return !full.isEmpty();
    }

    synchronized void addFree(Segment<K> segment) {
        free.addLast(segment);
    }

    /**
     * Whether records may be rejected. Half of the last free segment and all emergency segments are reserved for
     * {@link Journal#appendAlways}.
     */
    synchronized boolean congested() {
        int emergency = Math.max(0, count() - options.segments());
        return free.size() <= emergency && (emergency > 0 || current.used() > current.size() / 2);
    }

    /** Whether writers will soon need another segment. */
    synchronized boolean isUrgent() {
        return free.isEmpty() || full.size() > 1;
    }

    /** Whether an emergency segment is needed, before the records of {@link Journal#appendAlways} have to wait. */
    synchronized boolean isStarving() {
        return current != null && free.isEmpty() && current.used() > current.size() * 3 / 4 - halfReserve();
    }

    /** Whether a segment is to be created or deleted. */
    synchronized boolean needsSupply() {
        return !retired.isEmpty() || outgrown || isStarving();
    }

    /** Returns a segment to delete; null without one. */
    synchronized Segment<K> pollRetired() {
        return retired.pollFirst();
    }

    /** Returns the size of a larger segment that is to replace a free one; 0 if all are large enough. */
    synchronized long takeGrowth() {
        long bytes = outgrown ? targetBytes : 0;
        outgrown = false;
        return bytes;
    }

    /** Adds a free segment and retires a smaller one. */
    synchronized void replaceSmaller(Segment<K> larger) {
        free.stream()
                .min(Comparator.comparingLong(Segment::size))
                .filter(smallest -> smallest.size() < larger.size())
                .ifPresent(smallest -> {
                    free.remove(smallest);
                    retired.addLast(smallest);
                });
        free.addLast(larger);
    }

    synchronized Segment<K> oldestFull() {
        return full.getFirst();
    }

    synchronized Set<K> keysOf(Segment<K> segment) {
        return new HashSet<>(segment.keys());
    }

    synchronized Set<K> allKeys() {
        Set<K> keys = new HashSet<>(current.keys());
        full.forEach(each -> keys.addAll(each.keys()));
        return keys;
    }

    /** Removes the owners of records up to a sequence, after their checkpoint, as {@link Segment#forget}. */
    synchronized void forget(long upTo, long nanos) {
        full.forEach(each -> each.forget(upTo, nanos));
        current.forget(upTo, nanos);
    }

    /**
     * Frees the oldest full segment after its checkpoint. If segments fill too fast, larger ones will replace them; emergency
     * segments will be deleted.
     */
    synchronized void freeOldest() {
        Segment<K> segment = full.getFirst();
        if (segment.filledNanos() < options.segmentFillTime().toNanos() && segment.size() >= targetBytes) {
            targetBytes = Math.min(options.maxSegmentBytes(), targetBytes * 2);
        }
        boolean surplus = count() > options.segments() && !free.isEmpty();
        outgrown |= !surplus && segment.size() < targetBytes;
        // Last: a segment that an exception left in no queue would be lost.
        (surplus ? retired : free).addLast(segment);
        full.removeFirst();
        segment.keys().clear();
    }

    private int count() {
        return free.size() + full.size() + 1;
    }

    synchronized JournalStatistics statistics(Counters counters) {
        return new JournalStatistics(
                counters.records.get(),
                counters.syncs.sum(),
                counters.commits.sum(),
                counters.directCommits.sum(),
                counters.bytes.sum(),
                counters.commitNanos.sum(),
                counters.waitNanos.sum(),
                counters.checkpoints.sum(),
                counters.checkpointFailures.sum(),
                counters.checkpointNanos.sum(),
                counters.rejected.sum(),
                counters.emergencySegments.sum(),
                current == null ? free.size() : count(),
                free.size(),
                current == null ? 0 : current.size(),
                oldestRecordNanos());
    }

    private long oldestRecordNanos() {
        for (Segment<K> each : full) {
            if (each.ageNanos() > 0) {
                return each.ageNanos();
            }
        }
        return current == null ? 0 : current.ageNanos();
    }

    @Override
    public synchronized void close() throws IOException {
        List<Segment<K>> all = new ArrayList<>(free);
        all.addAll(full);
        all.addAll(retired);
        if (current != null) {
            all.add(current);
        }
        free.clear();
        full.clear();
        retired.clear();
        JournalFiles.close(all.stream().map(Segment::file).toList());
    }
}
