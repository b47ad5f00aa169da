package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/** Simulated kernel side of one direction, which accepts and returns portions of any size. */
final class Pipe {
    private final RandomGenerator random;
    private final int capacity;
    private final Deque<Byte> bytes = new ArrayDeque<>();
    private boolean closed;

    Pipe(RandomGenerator random, int capacity) {
        this.random = random;
        this.capacity = capacity;
    }

    /** Returns whether a selector reports the direction as readable. */
    boolean isReadable() {
        return closed || !bytes.isEmpty();
    }

    boolean isWritable() {
        return bytes.size() < capacity;
    }

    void close() {
        closed = true;
    }

    private int some(int most) {
        return random.nextInt(4) == 0 ? 1 + random.nextInt(most) : most;
    }

    int write(ByteBuffer from) {
        if (random.nextInt(50) == 0) {
            return Link.INTERRUPTED;
        }
        int room = Math.min(from.remaining(), capacity - bytes.size());
        if (room == 0) {
            return Link.UNAVAILABLE;
        }
        int count = some(room);
        for (int i = 0; i < count; i++) {
            bytes.add(from.get());
        }
        return count;
    }

    int read(ByteBuffer into) {
        if (bytes.isEmpty()) {
            return closed ? Link.END : Link.UNAVAILABLE;
        }
        int count = some(Math.min(into.remaining(), bytes.size()));
        for (int i = 0; i < count; i++) {
            into.put(bytes.remove());
        }
        return count;
    }
}
