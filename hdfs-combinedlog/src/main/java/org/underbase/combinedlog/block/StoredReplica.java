package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Replica that a replay verifies and repairs; no DataNode serves it concurrently. */
public interface StoredReplica extends ReplicaFiles {
    /**
     * Returns the storage that contains the replica.
     *
     * @return storage ID
     */
    String storage();

    /**
     * Returns the generation stamp in the checksum file's name.
     *
     * @return generation stamp
     */
    long generationStamp();

    /**
     * Reports whether the replica is in the directory of finalized replicas.
     *
     * @return false for a replica that is being written
     */
    boolean isFinalized();

    /**
     * Writes data.
     *
     * @param bytes bytes to write
     * @param position offset in the file
     * @throws IOException if the file cannot be written
     */
    void writeData(ByteBuffer bytes, long position) throws IOException;

    /**
     * Writes checksums.
     *
     * @param bytes bytes to write
     * @param position offset in the file
     * @throws IOException if the file cannot be written
     */
    void writeMeta(ByteBuffer bytes, long position) throws IOException;

    /**
     * Truncates both files; leaves a shorter file unchanged.
     *
     * @param dataLength new length of the data file, in bytes
     * @param metaLength new length of the checksum file, in bytes
     * @throws IOException if a file cannot be truncated
     */
    void truncate(long dataLength, long metaLength) throws IOException;

    /**
     * Moves the replica to the directory of its state.
     *
     * @param generationStamp generation stamp for the checksum file's name
     * @param finalized whether the replica is finalized; otherwise it is being written
     * @throws IOException if a file cannot be renamed
     */
    void place(long generationStamp, boolean finalized) throws IOException;
}
