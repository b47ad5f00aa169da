package org.underbase.sim.request;

/** Receiver of the requests of one DataNode, in the order of their time. */
public interface RequestListener {
    /**
     * Receives a read or write of a local file, which is one replica of a block.
     *
     * @param time time in nanoseconds
     * @param activity cause
     * @param file number of the local file; new files have ascending numbers
     * @param offset first byte
     * @param length number of bytes
     * @param received whether the bytes of a write come from another machine
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
