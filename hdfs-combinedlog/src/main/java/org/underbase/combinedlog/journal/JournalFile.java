package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of a journal. Reads and writes name their place; one thread writes. */
public interface JournalFile extends Closeable {
    /**
     * Tells the size.
     *
     * @return bytes
     * @throws IOException where the file system says so
     */
    long size() throws IOException;

    /**
     * Reads until the buffer is full or the file ends.
     *
     * @param buffer where to
     * @param position the first byte's place in the file
     * @throws IOException where the file cannot be read
     */
    void read(ByteBuffer buffer, long position) throws IOException;

    /**
     * Writes all of the buffer.
     *
     * @param buffer what
     * @param position the first byte's place in the file
     * @throws IOException where the file cannot be written
     */
    void write(ByteBuffer buffer, long position) throws IOException;

    /**
     * Returns when all that was written is on disk.
     *
     * @throws IOException where the disk refuses
     */
    void force() throws IOException;
}
