package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records that are written and fsynced as one commit.
 *
 * @param <K> owner of a record
 */
class Batch<K> {
    private static final int INITIAL = 64;

    private final ByteBuffer buffer;
    /** Positions of the records; only the first {@link #records} are valid. */
    private int[] offsets = new int[INITIAL];

    private final List<K> keys = new ArrayList<>();
    private int records;
    private long firstNanos;
    private long lastSequence;

    Batch(int bytes) {
        buffer = DirectWrites.buffer(bytes);
    }

    /** Reserves space for the zeros that pad the last page. */
    boolean fits(int length) {
        return buffer.remaining() >= RecordCodec.padded(length) + SegmentHeader.PAGE;
    }

    /** Adds a record. An exception leaves the batch unchanged, so that the sequence can be used again. */
    void add(K key, int type, long sequence, int length, ByteBuffer... payload) {
        int offset = buffer.position();
        if (records == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * records);
        }
        boolean complete = false;
        try {
            RecordCodec.put(buffer, type, sequence, length, payload);
            if (key != null) {
                keys.add(key);
            }
            complete = true;
        } finally {
            if (!complete) {
                buffer.position(offset);
            }
        }
        // No statement below allocates memory.
        if (records == 0) {
            firstNanos = System.nanoTime();
        }
        offsets[records++] = offset;
        lastSequence = sequence;
    }

    /** Completes the records for a segment and returns the bytes to write. */
    ByteBuffer seal(long epoch, long salt) {
        for (int i = 0; i < records; i++) {
            RecordCodec.seal(buffer, offsets[i], epoch, salt);
        }
        while (buffer.position() % SegmentHeader.PAGE != 0) {
            buffer.put((byte) 0);
        }
        return buffer.duplicate().flip();
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    boolean halfFull() {
        return buffer.position() >= buffer.capacity() / 2;
    }

    int bytes() {
        return buffer.position();
    }

    long ageNanos() {
        return System.nanoTime() - firstNanos;
    }

    long lastSequence() {
        return lastSequence;
    }

    List<K> keys() {
        return keys;
    }

    void clear() {
        buffer.clear();
        records = 0;
        keys.clear();
    }
}
