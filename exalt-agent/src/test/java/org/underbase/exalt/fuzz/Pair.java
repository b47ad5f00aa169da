package org.underbase.exalt.fuzz;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Compressed and plain directory: performs every operation on both and requires equal results. */
final class Pair {
    private static final int REMEMBERED = 60;

    private final Side compressed;
    private final Side plain;
    private final Deque<String> last = new ArrayDeque<>();
    private long calls;

    Pair(Side compressed, Side plain) {
        this.compressed = compressed;
        this.plain = plain;
    }

    /** Operation on one of the two directories. */
    interface Call {
        Object on(Side side) throws Exception;
    }

    /** Returns the number of operations performed on both sides. */
    long calls() {
        return calls;
    }

    /** Performs an operation; returns the common result, or null if both sides threw the same exception. */
    Object call(String what, Call call) {
        calls++;
        last.addLast(what);
        if (last.size() > REMEMBERED) {
            last.removeFirst();
        }
        Object here = outcome(compressed, call);
        Object there = outcome(plain, call);
        if (!Arrays.deepEquals(new Object[] {here}, new Object[] {there})) {
            throw new DifferenceException(
                    String.join("\n  ", last) + "\ncompressed: " + text(here) + "\nplain:      " + text(there));
        }
        return here instanceof Thrown ? null : here;
    }

    /** Opens a handle; returns false if both sides threw the same exception. */
    boolean open(String what, Call call) {
        return call(what, side -> {
                    side.opened((Closeable) call.on(side));
                    return true;
                })
                != null;
    }

    List<Closeable> handles() {
        return plain.handles();
    }

    void clear() throws IOException {
        compressed.clear();
        plain.clear();
        last.clear();
    }

    private record Thrown(Class<?> type, String message) {}

    private static Object outcome(Side side, Call call) {
        try {
            return call.on(side);
        } catch (Exception e) {
            // Only messages of IOExceptions are comparable: the JDK's native code words argument errors differently.
            return new Thrown(e.getClass(), e instanceof IOException ? side.neutral(e.getMessage()) : "");
        }
    }

    private static String text(Object outcome) {
        return outcome instanceof byte[] bytes
                ? bytes.length + " bytes, hash " + Arrays.hashCode(bytes)
                : String.valueOf(outcome);
    }
}
