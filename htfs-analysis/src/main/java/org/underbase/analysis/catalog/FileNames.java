package org.underbase.analysis.catalog;

/**
 * Names of a file.
 *
 * @param namespace block pool, else name service or address of the file system
 * @param inode inode in the namespace, or -1
 * @param firstBlock id of the first block, or -1
 * @param firstPath first known path, or empty
 * @param lastPath last known path
 * @param firstNanos start of the first call on the file, in nanoseconds since the epoch
 */
public record FileNames(
        String namespace, long inode, long firstBlock, String firstPath, String lastPath, long firstNanos) {}
