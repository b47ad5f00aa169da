package org.underbase.bench.prediction;

/**
 * Request to a disk.
 *
 * @param nanos time, in nanoseconds
 * @param block number of the block that it belongs to, which decides its disk
 * @param file number of the file on the disk; a seek separates requests to different files
 * @param firstPage first page
 * @param pages number of pages
 * @param isWrite whether it is a write
 */
record DiskRequest(long nanos, int block, int file, int firstPage, int pages, boolean isWrite) {
    /** Creates a read of a block file. */
    static DiskRequest read(long nanos, int block, int firstPage, int pages) {
        return new DiskRequest(nanos, block, block, firstPage, pages, false);
    }
}
