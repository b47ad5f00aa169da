package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.lang.ref.WeakReference;

/** What is kept for a file descriptor. One that nobody closes must not stay for it, and its number may be another's then. */
abstract class Owned {
    private final WeakReference<FileDescriptor> owner;

    Owned(FileDescriptor owner) {
        this.owner = new WeakReference<>(owner);
    }

    final boolean isOf(FileDescriptor descriptor) {
        return owner.refersTo(descriptor);
    }
}
