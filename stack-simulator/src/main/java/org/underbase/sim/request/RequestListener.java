package org.underbase.sim.request;

/** Receiver of the requests of one DataNode, in the order of their time. */
public interface RequestListener {
    /**
     * Receives the size of a local file, before its creation or first request, in the view of a DataNode.
     *
     * @param time time in nanoseconds
     * @param file number of the local file
     * @param blockLength length of the block; the checksum file begins at the next page
     * @param length length of the local file with its checksum file
     */
    default void placed(long time, int file, int blockLength, int length) {}

    /**
     * Receives the creation of a local file, before its first request. Files that existed at the start are not reported.
     *
     * @param time time in nanoseconds
     * @param activity activity that writes the file
     * @param file number of the local file
     * @param length final length of the local file
     * @param megabytes final size of the file of HDFS that contains it, in MiB, rounded up
     * @param received whether another machine writes the file
     */
    default void created(long time, Activity activity, int file, int length, int megabytes, boolean received) {}

    /**
     * Receives a read or write of a local file, which is one replica of a block.
     *
     * @param time time in nanoseconds
     * @param activity cause
     * @param file number of the local file; new files have ascending numbers
     * @param offset first byte
     * @param length number of bytes
     * @param received whether the bytes of a write come from another machine; for a read of a compaction, whether another
     *     machine compacts, so that only local compaction reads this replica
     */
    void request(long time, Activity activity, int file, int offset, int length, boolean received);

    /**
     * Receives the deletion of a local file.
     *
     * @param time time in nanoseconds
     * @param file number of the local file
     * @param length length of the file
     */
    void deleted(long time, int file, int length);
}
