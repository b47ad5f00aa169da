package org.underbase.sim.linux;

/**
 * Windows of the readers of files. A read that begins where another one ended has the same reader. Their number is bounded: a
 * reader may replace another one.
 */
final class Readers {
    private static final int BITS = 13;
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private final int largestWindow;
    private final long[] keys = new long[1 << BITS];
    private final Window[] windows = new Window[1 << BITS];

    Readers(int largestWindow) {
        this.largestWindow = largestWindow;
    }

    private static long key(int file, int offset) {
        return ((long) file << Integer.SIZE) | offset;
    }

    private static int index(long key) {
        return (int) ((key * ODD) >>> (Long.SIZE - BITS));
    }

    /** Returns the window of the reader whose last read ended at an offset, or that of another reader. */
    Window take(int file, int offset) {
        long key = key(file, offset);
        int index = index(key);
        Window window = windows[index];
        if (window == null || keys[index] != key) {
            return new Window(largestWindow, offset);
        }
        windows[index] = null;
        return window;
    }

    /** Notes that a reader read the bytes before an offset. */
    void put(int file, int offset, Window window) {
        window.moveTo(offset);
        long key = key(file, offset);
        int index = index(key);
        keys[index] = key;
        windows[index] = window;
    }
}
