package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What is kept for file descriptors, by their numbers. Every read and write of the process looks here, and most find nothing: a
 * look takes no lock. Thread-safe.
 */
final class ByNumber<T extends Owned> {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Owned[].class);
    private static final int SPARE = 64;

    private volatile Owned[] all = new Owned[0];

    /** Null where nothing is kept for the descriptor. */
    @SuppressWarnings("unchecked") // Only what is a T is put.
    T get(FileDescriptor descriptor, int number) {
        Owned[] kept = all;
        if (number < 0 || number >= kept.length) {
            return null;
        }
        Owned found = (Owned) ELEMENT.getAcquire(kept, number);
        return found != null && found.isOf(descriptor) ? (T) found : null;
    }

    /** What is kept for the descriptor, from now on at the latest. */
    synchronized T get(FileDescriptor descriptor, int number, Supplier<T> otherwise) {
        T found = get(descriptor, number);
        if (found == null) {
            found = otherwise.get();
            put(number, found);
        }
        return found;
    }

    /** Returns what was kept for the number before, which nobody has closed; null for nothing. */
    @SuppressWarnings("unchecked") // As above.
    synchronized T put(int number, T kept) {
        if (number >= all.length) {
            all = Arrays.copyOf(all, number + SPARE);
        }
        return (T) ELEMENT.getAndSet(all, number, kept);
    }

    /** Null where nothing is kept for the descriptor. */
    synchronized T remove(FileDescriptor descriptor, int number) {
        T found = get(descriptor, number);
        if (found != null) {
            ELEMENT.setRelease(all, number, null);
        }
        return found;
    }
}
