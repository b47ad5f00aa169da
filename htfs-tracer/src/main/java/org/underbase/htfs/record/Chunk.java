package org.underbase.htfs.record;

/** A fixed number of events of one thread. A {@link Ring} is a list of chunks. */
final class Chunk {
    /** Usual number of events, a power of two. */
    static final int EVENTS = 512;

    /** Numbers per event. */
    static final int WIDTH = 5;

    /** Size in bytes: numbers, references without compression, headers. */
    static final int BYTES = EVENTS * (WIDTH * Long.BYTES + Long.BYTES) + 64;

    final int index;
    final long[] numbers;

    /** Subject of each event, null for the stream of the event before; a {@link String} marks a change of the thread or its name. */
    final Object[] subjects;

    Chunk next;

    /** Number of the first event in its {@link Ring}. */
    long from;

    /**
     * @param index number of this chunk in its {@link RingMemory}
     * @param events number of events
     */
    Chunk(int index, int events) {
        this.index = index;
        this.numbers = new long[events * WIDTH];
        this.subjects = new Object[events];
    }
}
