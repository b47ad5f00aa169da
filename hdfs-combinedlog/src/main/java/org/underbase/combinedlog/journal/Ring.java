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
 * The segments of a journal: one is written, some wait for their checkpoint, the others are free. Thread-safe; it calls
 * nobody who could call it.
 *
 * @param <K> what a record belongs to
 */
final class Ring<K> implements Closeable {
    /** With fewer there is nothing to write to while the other one is checkpointed. */
    private static final int FEWEST = 2;

    private final JournalDevice device;
    private final JournalOptions options;
    private final UUID identity;
    private final Deque<Segment<K>> free = new ArrayDeque<>();
    private final Deque<Segment<K>> full = new ArrayDeque<>();
    /** Those whose records a replay needs, until the first commit of this run says that it does not. */
    private final Set<String> pending;

    private final SecureRandom salts = new SecureRandom();
    private Segment<K> current;
    /** The one before, which does not know yet that it is followed. */
    private Segment<K> previous;

    private long epoch;
    private long lastNumber;
    private long bytesWanted;

    Ring(JournalDevice device, JournalOptions options, UUID identity, List<JournalScan.Found> found, JournalScan scan) {
        this.device = device;
        this.options = options;
        this.identity = identity;
        this.pending = Set.copyOf(scan.pending());
        // A power cut may leave a segment's records without its header, so the epoch after the last one that is seen
        // may
        // have been used. Between two starts one is unseen at most: a segment is begun when the one before is on disk.
        this.epoch = scan.lastEpoch() + 1;
        this.bytesWanted = options.segmentBytes();
        List<JournalScan.Found> oldestFirst = new ArrayList<>(found);
        oldestFirst.sort(Comparator.comparingLong(
                each -> each.header().map(SegmentHeader::epoch).orElse(0L)));
        for (JournalScan.Found each : oldestFirst) {
            free.add(new Segment<>(each.name(), each.file(), each.size()));
            lastNumber = Math.max(lastNumber, Segment.number(each.name()));
        }
    }

    /**
     * Begins the first segment, in one that a replay does not need: those that were replayed count until its first commit
     * says that they do not. Where there is no such one and no room for a new one, the oldest is taken: were one lost from
     * between others, its cuts and ends would be missing to those before it.
     */
    void beginFirst(long firstSequence) throws IOException {
        for (Segment<K> each : free) {
            // What was read may be in the page cache only, where the end of a process left it.
            each.file().force();
        }
        Segment<K> first = chooseFirst();
        free.remove(first);
        first.begin(header(firstSequence, first));
        current = first;
    }

    private Segment<K> chooseFirst() throws IOException {
        for (Segment<K> each : free) {
            if (usable(each) && !pending.contains(each.name())) {
                return each;
            }
        }
        try {
            return make(nanos -> {});
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

    /** Brings size and count to what is wanted, as far as there is room; nothing that was replayed counts any more. */
    void settle() throws IOException {
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
                free.add(make(nanos -> {}));
            } catch (IOException e) {
                if (1 + free.size() < FEWEST) {
                    throw e;
                }
                return;
            }
        }
    }

    private void remove(Segment<K> segment) throws IOException {
        synchronized (this) {
            if (segment.equals(previous)) {
                previous = null;
            }
        }
        segment.file().close();
        device.delete(segment.name());
    }

    /** A new segment, in nobody's list yet. It takes as long as its zeros take to be written. */
    Segment<K> make(LongConsumer rest) throws IOException {
        String name;
        long bytes;
        synchronized (this) {
            name = Segment.name(++lastNumber);
            bytes = bytesWanted;
        }
        return new Segment<>(name, device.create(name, bytes, rest), bytes);
    }

    /** Retires the current segment to those that wait for their checkpoint, and begins a free one. */
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
        return new SegmentHeader(identity, ++epoch, firstSequence, segment.size(), salts.nextLong());
    }

    synchronized Segment<K> current() {
        return current;
    }

    /** What a batch told, once it is on disk. */
    synchronized void wrote(Segment<K> segment, List<K> keys) throws IOException {
        segment.keys().addAll(keys);
        if (previous != null) {
            previous.followedBy(segment.epoch());
            previous = null;
        }
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

    /** Half of the last segment is kept for records that must not be refused. */
    synchronized boolean congested() {
        return free.isEmpty() && current.used() > current.size() / 2;
    }

    /** Writers will want the room before long. */
    synchronized boolean urgent() {
        return free.isEmpty() || full.size() > 1;
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

    /**
     * Frees the oldest full segment after its checkpoint. When it was filled faster than it should be, a larger one takes
     * its place; when there are more than wanted, it goes.
     */
    void freeOldest(long filledNanos, LongConsumer rest) throws IOException {
        Segment<K> segment;
        boolean tooMany;
        boolean grow;
        synchronized (this) {
            segment = full.getFirst();
            tooMany = count() > options.segments();
            if (filledNanos < options.segmentTime().toNanos() && segment.size() >= bytesWanted) {
                bytesWanted = Math.min(options.maxSegmentBytes(), bytesWanted * 2);
            }
            grow = !tooMany && segment.size() < bytesWanted && !free.isEmpty();
        }
        Segment<K> successor = segment;
        if (grow) {
            try {
                successor = make(rest);
            } catch (IOException e) {
                // No room for a larger one: the old one will do.
                successor = segment;
            }
        }
        synchronized (this) {
            full.removeFirst();
            segment.keys().clear();
            if (!tooMany) {
                free.addLast(successor);
            }
        }
        if (tooMany || successor != segment) {
            remove(segment);
        }
    }

    private int count() {
        return free.size() + full.size() + 1;
    }

    synchronized JournalStatistics statistics(Counters counters) {
        return new JournalStatistics(
                counters.records.sum(),
                counters.syncs.sum(),
                counters.commits.sum(),
                counters.bytes.sum(),
                counters.commitNanos.sum(),
                counters.waitNanos.sum(),
                counters.checkpoints.sum(),
                counters.checkpointFailures.sum(),
                counters.checkpointNanos.sum(),
                counters.refused.sum(),
                counters.extraSegments.sum(),
                current == null ? free.size() : count(),
                free.size(),
                current == null ? 0 : current.size());
    }

    @Override
    public synchronized void close() throws IOException {
        List<Segment<K>> all = new ArrayList<>(free);
        all.addAll(full);
        if (current != null) {
            all.add(current);
        }
        for (Segment<K> each : all) {
            each.file().close();
        }
        free.clear();
        full.clear();
    }
}
