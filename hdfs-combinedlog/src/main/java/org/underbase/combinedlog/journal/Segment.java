package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * File of a journal, which is reused after each checkpoint. Only the committing thread writes it.
 *
 * @param <K> owner of a record
 */
final class Segment<K> {
    private static final String PREFIX = "segment-";

    private final String name;
    private final JournalFile file;
    private final long size;
    /** Last sequence of the last batch with records of each owner. */
    private final Map<K, Long> keys = new HashMap<>();

    private long epoch;
    private long salt;
    // Written by the committing thread, read by others.
    private volatile long position;
    private volatile long lastSequence;
    private long startNanos;
    private long oldestNanos;
    private long filledNanos;

    Segment(String name, JournalFile file, long size) {
        this.name = name;
        this.file = file;
        this.size = size;
    }

    static String name(long number) {
        return PREFIX + number;
    }

    /** Returns the number in a segment's file name; -1 for another file name. */
    static long number(String name) {
        if (!name.startsWith(PREFIX) || !name.substring(PREFIX.length()).matches("[0-9]{1,18}")) {
            return -1;
        }
        return Long.parseLong(name.substring(PREFIX.length()));
    }

    /** Begins a use of the segment. The fsync of the next batch covers the header: until then no record of this use is valid. */
    void begin(SegmentHeader header) throws IOException {
        keys.clear();
        epoch = header.epoch();
        salt = header.salt();
        lastSequence = header.firstSequence() - 1;
        position = SegmentHeader.PAGE;
        startNanos = System.nanoTime();
        file.write(header.encode(), 0);
    }

    boolean fits(long bytes) {
        return position + paged(bytes) <= size;
    }

    /**
     * Writes a batch of sealed records, padded with zeros to a multiple of the page size, to disk.
     *
     * @param direct whether to bypass the page cache if possible
     * @return whether the write bypassed the page cache
     */
    boolean write(ByteBuffer batch, long last, boolean direct) throws IOException {
        long next = position + paged(batch.remaining());
        boolean bypassed = commit(batch, direct);
        position = next;
        lastSequence = last;
        filledNanos = System.nanoTime() - startNanos;
        return bypassed;
    }

    private boolean commit(ByteBuffer batch, boolean direct) throws IOException {
        if (direct) {
            return file.commit(batch, position);
        }
        file.write(batch, position);
        file.force();
        return false;
    }

    /** Writes the next-segment pointer, once the next segment is on disk. */
    void followedBy(long next) throws IOException {
        file.write(NextSegmentPointer.encode(epoch, next), NextSegmentPointer.AT);
    }

    static long paged(long bytes) {
        return (bytes + SegmentHeader.PAGE - 1) & -SegmentHeader.PAGE;
    }

    String name() {
        return name;
    }

    JournalFile file() {
        return file;
    }

    long size() {
        return size;
    }

    long used() {
        return position;
    }

    long epoch() {
        return epoch;
    }

    long salt() {
        return salt;
    }

    long lastSequence() {
        return lastSequence;
    }

    /** Returns the time from the first to the last batch, in nanoseconds. */
    long filledNanos() {
        return filledNanos;
    }

    /** Guarded by the ring. */
    Set<K> keys() {
        return keys.keySet();
    }

    /** Adds owners of the records of the last batch. Guarded by the ring. */
    void add(Collection<K> owners) {
        if (keys.isEmpty()) {
            oldestNanos = System.nanoTime();
        }
        Long last = lastSequence;
        owners.forEach(owner -> keys.put(owner, last));
    }

    /**
     * Removes the owners whose records are durable elsewhere. Guarded by the ring.
     *
     * @param upTo sequence of the last such record
     * @param nanos time at which this was the last record: all later ones are younger
     */
    void forget(long upTo, long nanos) {
        keys.values().removeIf(last -> last <= upTo);
        if (nanos - oldestNanos > 0) {
            oldestNanos = nanos;
        }
    }

    /** Returns the age of the oldest record, in nanoseconds; 0 without one. Guarded by the ring. */
    long ageNanos() {
        return keys.isEmpty() ? 0 : Math.max(1, System.nanoTime() - oldestNanos);
    }
}
