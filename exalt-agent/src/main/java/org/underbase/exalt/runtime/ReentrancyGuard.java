package org.underbase.exalt.runtime;

/** Re-entrancy guard: marks threads that run agent code, whose file operations must reach the real disk. */
final class ReentrancyGuard {
    private static final ThreadLocal<boolean[]> INSIDE = ThreadLocal.withInitial(() -> new boolean[1]);

    private ReentrancyGuard() {}

    /** Marks this thread; returns false if it is marked already, and then {@link #leave} must not be called. */
    static boolean enter() {
        boolean[] inside = INSIDE.get();
        if (inside[0]) {
            return false;
        }
        inside[0] = true;
        return true;
    }

    static boolean isActive() {
        return INSIDE.get()[0];
    }

    static void leave() {
        INSIDE.get()[0] = false;
    }
}
