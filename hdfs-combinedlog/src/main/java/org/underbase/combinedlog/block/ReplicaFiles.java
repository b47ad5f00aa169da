package org.underbase.combinedlog.block;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The data file and the checksum file of a replica, wherever they are now. Used by one thread at a time. */
public interface ReplicaFiles extends Closeable {
    /**
     * Tells the length of the data.
     *
     * @return bytes
     * @throws IOException where the file system says so
     */
    long dataLength() throws IOException;

    /**
     * Tells the length of the checksum file.
     *
     * @return bytes
     * @throws IOException where the file system says so
     */
    long metaLength() throws IOException;

    /**
     * Reads data until the buffer is full or the file ends.
     *
     * @param buffer where to
     * @param position in the file
     * @throws IOException where it cannot be read
     */
    void readData(ByteBuffer buffer, long position) throws IOException;

    /**
     * Reads the checksum file until the buffer is full or the file ends.
     *
     * @param buffer where to
     * @param position in the file
     * @throws IOException where it cannot be read
     */
    void readMeta(ByteBuffer buffer, long position) throws IOException;

    /**
     * Returns when both files, and their names, are on disk.
     *
     * @throws IOException where the disk refuses
     */
    void force() throws IOException;

    /**
     * Writes what the files hold again, after a force that failed: the kernel takes pages that it could not write for
     * clean. It is the page cache that is read; where a page was dropped meanwhile, the checksums tell.
     *
     * @throws IOException where the data does not fit its checksums any more, or cannot be written
     */
    void rewrite() throws IOException;
}
