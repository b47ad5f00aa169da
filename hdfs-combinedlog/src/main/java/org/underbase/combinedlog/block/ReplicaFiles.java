package org.underbase.combinedlog.block;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Open data file and checksum file of a replica, which HDFS may rename. Used by one thread at a time. */
public interface ReplicaFiles extends Closeable {
    /**
     * Returns the length of the data file.
     *
     * @return length in bytes
     * @throws IOException if the file system fails
     */
    long dataLength() throws IOException;

    /**
     * Returns the length of the checksum file.
     *
     * @return length in bytes
     * @throws IOException if the file system fails
     */
    long metaLength() throws IOException;

    /**
     * Reads data until the buffer is full or the file ends.
     *
     * @param buffer destination
     * @param position offset in the file
     * @throws IOException if the file cannot be read
     */
    void readData(ByteBuffer buffer, long position) throws IOException;

    /**
     * Reads the checksum file until the buffer is full or the file ends.
     *
     * @param buffer destination
     * @param position offset in the file
     * @throws IOException if the file cannot be read
     */
    void readMeta(ByteBuffer buffer, long position) throws IOException;

    /**
     * Fsyncs both files and their directory: returns when bytes and names are on disk. An interrupt does not end it, and stays set.
     *
     * @throws IOException if an fsync fails
     */
    void force() throws IOException;

    /**
     * Rewrites the content of both files after a failed fsync, because the kernel marks pages clean that it could not write. Reads
     * the page cache; the checksums reveal a page that was evicted.
     *
     * @return false if a client may be writing the replica, or has written it since the files were opened: then the rest was not
     *     rewritten
     * @throws org.apache.hadoop.fs.ChecksumException if the data does not match its checksums or has none
     * @throws IOException if a file cannot be read or written
     */
    boolean rewrite() throws IOException;
}
