package org.underbase.sim.linux;

/** Receiver of the requests of a page cache to the disks, in the order of their time. */
public interface DiskRequests {
    /**
     * Receives a read of consecutive pages.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param first first page
     * @param pages number of pages
     * @param ahead whether no process waits for the pages
     */
    void read(long time, int file, int first, int pages, boolean ahead);

    /**
     * Receives a write of consecutive pages.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param first first page
     * @param pages number of pages
     * @param cause reason
     */
    void write(long time, int file, int first, int pages, WriteCause cause);

    /**
     * Receives pages that leave the cache and are not deleted.
     *
     * @param file number of a file
     * @param first first page
     * @param pages number of pages
     */
    default void evicted(int file, int first, int pages) {}
}
