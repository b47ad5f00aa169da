package org.underbase.analysis.requests;

/**
 * Read or write of a file.
 *
 * @param nanos start of the call, in nanoseconds since the epoch
 * @param file number of the file, the same for all processes
 * @param kind number of the kind of the file
 * @param offset first byte
 * @param length number of bytes, at least 1
 * @param isRead whether the call reads
 * @param host host of the process
 * @param user user of the call
 */
record Request(long nanos, int file, int kind, long offset, long length, boolean isRead, String host, String user) {
    /** Returns the number of the block that contains the first byte. */
    long firstBlock(long blockBytes) {
        return offset / blockBytes;
    }

    /** Returns the number of the block that contains the last byte. */
    long lastBlock(long blockBytes) {
        return (offset + length - 1) / blockBytes;
    }
}
