package org.underbase.exalt.runtime;

/** Marks the threads that work for the agent right now: what they do to files is done to those on the real disk. */
final class Inside {
    private static final ThreadLocal<boolean[]> INSIDE = ThreadLocal.withInitial(() -> new boolean[1]);

    private Inside() {}

    /** False when this thread is inside already, and then {@link #leave} must not be called. */
    static boolean enter() {
        boolean[] inside = INSIDE.get();
        if (inside[0]) {
            return false;
        }
        inside[0] = true;
        return true;
    }

    static boolean is() {
        return INSIDE.get()[0];
    }

    static void leave() {
        INSIDE.get()[0] = false;
    }
}
