package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Table of file descriptors by number. Every read and write of the process looks up its descriptor here, mostly without a result;
 * therefore lookups take no lock. Thread-safe.
 */
final class DescriptorTable<T extends DescriptorEntry> {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(DescriptorEntry[].class);
    private static final int SPARE = 64;

    private volatile DescriptorEntry[] all = new DescriptorEntry[0];

    /** Finds the entry of a descriptor; null if none exists. */
    @SuppressWarnings("unchecked") // The table contains T only.
    T get(FileDescriptor descriptor, int number) {
        DescriptorEntry[] kept = all;
        if (number < 0 || number >= kept.length) {
            return null;
        }
        DescriptorEntry found = (DescriptorEntry) ELEMENT.getAcquire(kept, number);
        return found != null && found.isOf(descriptor) ? (T) found : null;
    }

    /** Finds or creates the entry of a descriptor. */
    synchronized T get(FileDescriptor descriptor, int number, Supplier<T> otherwise) {
        T found = get(descriptor, number);
        if (found == null) {
            found = otherwise.get();
            put(number, found);
        }
        return found;
    }

    /** Sets the entry of a number and returns the previous entry, which was never closed; null if there was none. */
    @SuppressWarnings("unchecked") // As above.
    synchronized T put(int number, T kept) {
        if (number >= all.length) {
            all = Arrays.copyOf(all, number + SPARE);
        }
        return (T) ELEMENT.getAndSet(all, number, kept);
    }

    /** Removes and returns the entry of a descriptor; null if none exists. */
    synchronized T remove(FileDescriptor descriptor, int number) {
        T found = get(descriptor, number);
        if (found != null) {
            ELEMENT.setRelease(all, number, null);
        }
        return found;
    }
}
