package org.underbase.exalt.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a file on a real disk. Thread-safe. */
public interface Store extends Closeable {
    /**
     * Reads.
     *
     * @param into takes bytes up to its limit
     * @param at index of the first
     * @return how many; fewer than wanted only at the end, -1 where nothing is there
     * @throws IOException when it fails
     */
    int read(ByteBuffer into, long at) throws IOException;

    /**
     * Writes all.
     *
     * @param from gives its bytes up to its limit
     * @param at index of the first
     * @throws IOException when it fails; some bytes may be written then
     */
    void write(ByteBuffer from, long at) throws IOException;

    /**
     * How many bytes there are.
     *
     * @return bytes
     * @throws IOException when it fails
     */
    long size() throws IOException;

    /**
     * Cuts the end off.
     *
     * @param size that stays
     * @throws IOException when it fails
     */
    void truncate(long size) throws IOException;
}
