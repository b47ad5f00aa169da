package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** File of a journal with positional reads and writes; one thread writes. */
public interface JournalFile extends Closeable {
    /**
     * Returns the size.
     *
     * @return size in bytes
     * @throws IOException if the file system fails
     */
    long size() throws IOException;

    /**
     * Reads until the buffer is full or the file ends.
     *
     * @param buffer destination
     * @param position file offset of the first byte
     * @throws IOException if the file cannot be read
     */
    void read(ByteBuffer buffer, long position) throws IOException;

    /**
     * Writes all of the buffer.
     *
     * @param buffer bytes to write
     * @param position file offset of the first byte
     * @throws IOException if the file cannot be written
     */
    void write(ByteBuffer buffer, long position) throws IOException;

    /**
     * Writes all of the buffer, and returns when all written bytes are on disk.
     *
     * @param buffer bytes to write
     * @param position file offset of the first byte
     * @return whether the write bypassed the page cache, so that no fsync was necessary
     * @throws IOException if the file cannot be written or fsynced
     */
    default boolean commit(ByteBuffer buffer, long position) throws IOException {
        write(buffer, position);
        force();
        return false;
    }

    /**
     * Fsyncs the file: returns when all written bytes are on disk.
     *
     * @throws IOException if the fsync fails
     */
    void force() throws IOException;
}
