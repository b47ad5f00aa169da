package org.underbase.exalt.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes of a file on a real disk. Thread-safe. */
public interface Store extends Closeable {
    /**
     * Reads bytes.
     *
     * @param into buffer to fill up to its limit
     * @param at position of the first byte
     * @return number of bytes; fewer than requested only at the end, -1 at or after the end
     * @throws IOException if the read fails
     */
    int read(ByteBuffer into, long at) throws IOException;

    /**
     * Writes all bytes of a buffer.
     *
     * @param from buffer to write up to its limit
     * @param at position of the first byte
     * @throws IOException if the write fails; some bytes may be written
     */
    void write(ByteBuffer from, long at) throws IOException;

    /**
     * Returns the size of the file.
     *
     * @return size in bytes
     * @throws IOException if the size is unavailable
     */
    long size() throws IOException;

    /**
     * Truncates the file.
     *
     * @param size new size, in bytes
     * @throws IOException if the truncation fails
     */
    void truncate(long size) throws IOException;
}
