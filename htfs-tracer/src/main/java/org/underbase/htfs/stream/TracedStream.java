package org.underbase.htfs.stream;

import org.underbase.htfs.record.StreamRef;

/** The properties of a recorded stream for the event of the call that opens it. */
public interface TracedStream {
    /** Returns the id of the stream in events. */
    StreamRef ref();

    /** Returns the offset of the first sequential byte: the length of the file for an append, otherwise 0. */
    long startOffset();

    /** Returns the length of the file when it was opened for reading, in bytes, or -1. */
    long lengthAtOpen();

    /** Whether the stream writes an erasure-coded file, whose policy the client does not show. */
    default boolean striped() {
        return false;
    }
}
