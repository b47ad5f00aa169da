package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * One file of a journal, used again and again. Written by the committing thread alone.
 *
 * @param <K> what a record belongs to
 */
final class Segment<K> {
    private static final String PREFIX = "segment-";

    private final String name;
    private final JournalFile file;
    private final long size;
    private final Set<K> keys = new HashSet<>();
    private long epoch;
    private long salt;
    // Written by the committing thread, looked at by others.
    private volatile long position;
    private volatile long lastSequence;
    private long begunNanos;
    private long filledNanos;

    Segment(String name, JournalFile file, long size) {
        this.name = name;
        this.file = file;
        this.size = size;
    }

    static String name(long number) {
        return PREFIX + number;
    }

    /** The number in a segment's name, or -1 where it is no segment's. */
    static long number(String name) {
        if (!name.startsWith(PREFIX) || !name.substring(PREFIX.length()).matches("[0-9]{1,18}")) {
            return -1;
        }
        return Long.parseLong(name.substring(PREFIX.length()));
    }

    /** The header is written with the next batch's force: until then no record of this use counts. */
    void begin(SegmentHeader header) throws IOException {
        keys.clear();
        epoch = header.epoch();
        salt = header.salt();
        lastSequence = header.firstSequence() - 1;
        position = SegmentHeader.PAGE;
        begunNanos = System.nanoTime();
        file.write(header.encode(), 0);
    }

    boolean fits(int bytes) {
        return position + paged(bytes) <= size;
    }

    /** A batch of sealed records, padded with zeros to whole pages. */
    void write(ByteBuffer batch, long last) throws IOException {
        long next = position + paged(batch.remaining());
        file.write(batch, position);
        file.force();
        position = next;
        lastSequence = last;
        filledNanos = System.nanoTime() - begunNanos;
    }

    /** Notes that the next segment is on disk. */
    void followedBy(long next) throws IOException {
        file.write(Successor.encode(epoch, next), Successor.AT);
    }

    static int paged(int bytes) {
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

    /** From its beginning to its last batch. */
    long filledNanos() {
        return filledNanos;
    }

    /** Guarded by the ring. */
    Set<K> keys() {
        return keys;
    }
}
