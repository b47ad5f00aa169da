package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Records that are written and fsynced as one commit.
 *
 * @param <K> owner of a record
 */
final class Batch<K> {
    private final ByteBuffer buffer;
    private final List<Integer> offsets = new ArrayList<>();
    private final List<K> keys = new ArrayList<>();
    private long firstNanos;
    private long lastSequence;

    Batch(int bytes) {
        buffer = ByteBuffer.allocateDirect(bytes);
    }

    /** Reserves space for the zeros that pad the last page. */
    boolean fits(int length) {
        return buffer.remaining() >= RecordCodec.padded(length) + SegmentHeader.PAGE;
    }

    void add(K key, int type, long sequence, int length, ByteBuffer... payload) {
        if (isEmpty()) {
            firstNanos = System.nanoTime();
        }
        offsets.add(buffer.position());
        if (key != null) {
            keys.add(key);
        }
        RecordCodec.put(buffer, type, sequence, length, payload);
        lastSequence = sequence;
    }

    /** Completes the records for a segment and returns the bytes to write. */
    ByteBuffer seal(long epoch, long salt) {
        for (int offset : offsets) {
            RecordCodec.seal(buffer, offset, epoch, salt);
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
        offsets.clear();
        keys.clear();
    }
}
