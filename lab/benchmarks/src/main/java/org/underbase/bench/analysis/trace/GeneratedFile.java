package org.underbase.bench.analysis.trace;

import org.underbase.htfs.format.FileIdentity;

/**
 * File of a generated trace.
 *
 * @param id id in its process, and part of its inode and first block
 * @param inode inode
 * @param identity name service, block pool and first block
 * @param size size in bytes
 * @param path path while the file is in its store
 * @param stream open stream of the process that reads it
 */
record GeneratedFile(long id, long inode, FileIdentity identity, long size, String path, long stream) {
    /** Average distance of the blocks of an HFile, in bytes. */
    static final int BLOCK = 65_700;

    private static final int JITTER = 4_000;

    /** Returns the number of blocks, at least 1. */
    long blocks() {
        return Math.max(1, size / BLOCK);
    }

    /** Returns the offset of a block; of the end for the number of blocks. */
    long offset(long block) {
        if (block == 0) {
            return 0;
        }
        return block >= blocks() ? size : block * BLOCK + (((id * 31 + block) * 0x9E3779B97F4A7C15L) >>> 32) % JITTER;
    }
}
