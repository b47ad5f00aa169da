package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A replica as a replay finds and mends it: no DataNode serves it meanwhile. */
public interface StoredReplica extends ReplicaFiles {
    /**
     * Tells the generation stamp in the checksum file's name.
     *
     * @return the stamp
     */
    long generationStamp();

    /**
     * Tells whether it is among the finalized ones.
     *
     * @return false where it is one being written
     */
    boolean isFinalized();

    /**
     * Writes data.
     *
     * @param bytes all of them
     * @param position in the file
     * @throws IOException where it cannot be written
     */
    void writeData(ByteBuffer bytes, long position) throws IOException;

    /**
     * Writes checksums.
     *
     * @param bytes all of them
     * @param position in the file
     * @throws IOException where it cannot be written
     */
    void writeMeta(ByteBuffer bytes, long position) throws IOException;

    /**
     * Cuts both files; a shorter one stays as it is.
     *
     * @param dataLength bytes that are left of the data
     * @param metaLength bytes that are left of the checksum file
     * @throws IOException where it cannot be cut
     */
    void truncate(long dataLength, long metaLength) throws IOException;

    /**
     * Puts the replica where it belongs.
     *
     * @param generationStamp for the checksum file's name
     * @param finalized among the finalized, otherwise among those being written
     * @throws IOException where it cannot be renamed
     */
    void place(long generationStamp, boolean finalized) throws IOException;
}
