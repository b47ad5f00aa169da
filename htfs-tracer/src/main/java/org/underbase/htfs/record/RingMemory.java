package org.underbase.htfs.record;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of all rings of a tracer: a limited number of chunks, which are allocated when first needed and then reused.
 * Lock-free and thread-safe; {@code RingStress} tests it with jcstress.
 */
final class RingMemory {
    /** Number of unused chunks that stay allocated, about 6 MB; a burst may need more for a while. */
    private static final int KEPT = 256;

    private static final int MIN_CHUNKS = 16;
    private static final int NONE = -1;

    private final int max;
    private final int events;
    private final int scarceFrom;
    private final int plentyTo;
    private final Chunk[] chunks;

    /** The number below each unused one in its stack. */
    private final AtomicIntegerArray below;

    // The tops of the stacks of unused numbers with and without a chunk, with a version against reuse (ABA).
    private final AtomicLong allocated = new AtomicLong(packed(0, NONE));
    private final AtomicLong bare = new AtomicLong(packed(0, 0));
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger used = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private volatile boolean scarce;
    private volatile boolean closed;

    /** @param bytes maximum size in bytes; at least 16 chunks are available */
    RingMemory(long bytes) {
        this((int) Math.max(MIN_CHUNKS, Math.min(Integer.MAX_VALUE / 2, bytes / Chunk.BYTES)), Chunk.EVENTS);
    }

    /**
     * @param max maximum number of chunks
     * @param events number of events of a chunk, a power of two
     */
    RingMemory(int max, int events) {
        this.max = max;
        this.events = events;
        this.scarceFrom = max / 2;
        this.plentyTo = max * 3 / 8;
        this.chunks = new Chunk[max];
        this.below = new AtomicIntegerArray(max);
        for (int i = 0; i < max; i++) {
            below.set(i, i + 1 < max ? i + 1 : NONE);
        }
    }

    /** Returns the maximum number of chunks. */
    int max() {
        return max;
    }

    /** Returns the number of events of a chunk. */
    int events() {
        return events;
    }

    /** Returns an empty chunk, or null if all are in use or the heap is full. */
    Chunk take() {
        int number = pop(allocated);
        Chunk chunk;
        if (number == NONE) {
            number = pop(bare);
            if (number == NONE) {
                // Another thread may have returned one since then; the caller decides whether to try again.
                return null;
            }
            try {
                chunk = new Chunk(number, events);
            } catch (OutOfMemoryError e) {
                // The application's call must not fail because of its event, which is then counted as lost.
                push(bare, number);
                return null;
            }
            chunks[number] = chunk;
        } else {
            chunk = chunks[number];
            idle.decrementAndGet();
        }
        int now = used.incrementAndGet();
        if (now > peak.get()) {
            peak.accumulateAndGet(now, Math::max);
        }
        if (now > scarceFrom && !scarce) {
            scarce = true;
        }
        return chunk;
    }

    /** Takes back a chunk whose references are null. */
    void release(Chunk chunk) {
        chunk.next = null;
        boolean keep = idle.get() < KEPT;
        if (keep) {
            idle.incrementAndGet();
        } else {
            chunks[chunk.index] = null;
        }
        int now = used.decrementAndGet();
        if (now <= plentyTo && scarce && !closed) {
            scarce = false;
        }
        push(keep ? allocated : bare, chunk.index);
    }

    /** Whether more than half of the memory is in use, or the memory is closed. */
    boolean scarce() {
        return scarce;
    }

    /** Ends the recording: producers count further events as lost. Called by the thread that releases chunks. */
    void close() {
        closed = true;
        scarce = true;
    }

    /** Whether the recording has ended. */
    boolean closed() {
        return closed;
    }

    /** Returns the size of the chunks in use, in bytes. */
    long bytes() {
        return (long) used.get() * Chunk.BYTES;
    }

    /** Returns the largest size of the chunks in use so far, in bytes. */
    long peakBytes() {
        return (long) peak.get() * Chunk.BYTES;
    }

    private int pop(AtomicLong top) {
        while (true) {
            long before = top.get();
            int number = (int) before;
            if (number == NONE) {
                return NONE;
            }
            if (top.compareAndSet(before, packed(version(before) + 1, below.get(number)))) {
                return number;
            }
        }
    }

    private void push(AtomicLong top, int number) {
        while (true) {
            long before = top.get();
            below.set(number, (int) before);
            if (top.compareAndSet(before, packed(version(before) + 1, number))) {
                return;
            }
        }
    }

    private static int version(long packed) {
        return (int) (packed >>> 32);
    }

    private static long packed(int version, int number) {
        return ((long) version << 32) | (number & 0xFFFFFFFFL);
    }
}
