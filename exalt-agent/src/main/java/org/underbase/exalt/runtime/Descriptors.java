package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The descriptors of compressed files by their numbers. Every read and write of the process looks here, and most find nothing: a
 * look takes no lock. Thread-safe.
 */
final class Descriptors {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Descriptor[].class);
    private static final int SPARE = 64;

    private volatile Descriptor[] byNumber = new Descriptor[0];

    /** Null where the descriptor is of another file. */
    Descriptor get(FileDescriptor descriptor, int number) {
        Descriptor[] all = byNumber;
        if (number < 0 || number >= all.length) {
            return null;
        }
        Descriptor found = (Descriptor) ELEMENT.getAcquire(all, number);
        return found != null && found.isOf(descriptor) ? found : null;
    }

    /** Returns what had the number before, which nobody has closed; null for none. */
    synchronized Descriptor put(int number, Descriptor descriptor) {
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, number + SPARE);
        }
        return (Descriptor) ELEMENT.getAndSet(byNumber, number, descriptor);
    }

    /** Null where the descriptor is of another file. */
    synchronized Descriptor remove(FileDescriptor descriptor, int number) {
        Descriptor found = get(descriptor, number);
        if (found != null) {
            ELEMENT.setRelease(byNumber, number, null);
        }
        return found;
    }
}
