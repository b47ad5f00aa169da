package org.underbase.htfs.stream;

import org.underbase.htfs.record.StreamRef;

/** A stream whose calls are recorded, as the call that opened it sees it. */
public interface TracedStream {
    /** The identity its events carry. */
    StreamRef ref();

    /** Where its first sequential byte goes to or comes from: the length of the file for an append, else 0. */
    long startOffset();

    /** The length of the file when it was opened for reading, or -1. */
    long lengthAtOpen();
}
