package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.lang.ref.WeakReference;

/** Entry of a {@link DescriptorTable}. It refers weakly to its descriptor: an unclosed descriptor may be collected, and its number reused. */
abstract class DescriptorEntry {
    private final WeakReference<FileDescriptor> owner;

    DescriptorEntry(FileDescriptor owner) {
        this.owner = new WeakReference<>(owner);
    }

    final boolean isOf(FileDescriptor descriptor) {
        return owner.refersTo(descriptor);
    }
}
