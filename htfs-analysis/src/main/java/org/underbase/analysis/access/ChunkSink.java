package org.underbase.analysis.access;

import java.io.IOException;

/** Receiver of the accesses of a trace. */
public interface ChunkSink {
    /** Adds accesses to one file. */
    void add(Chunk chunk) throws IOException;

    /** Returns the maximum size of the encoders of one thread, in bytes. */
    long encoderBytes();
}
