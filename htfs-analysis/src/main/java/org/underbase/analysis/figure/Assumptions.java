package org.underbase.analysis.figure;

import org.apache.hadoop.conf.Configuration;

/**
 * Values for files that were created before the trace began.
 *
 * @param replication replicas of such a file, at least 1
 * @param blockSize block size of such a file in bytes, at least 512
 */
public record Assumptions(int replication, long blockSize) {
    private static final int REPLICATION = 3;
    private static final long BLOCK_SIZE = 128L << 20;

    public Assumptions {
        if (replication < 1 || blockSize < 512) {
            throw new IllegalArgumentException("invalid assumptions: replication " + replication
                    + " must be at least 1, block size " + blockSize + " at least 512");
        }
    }

    /** Reads {@code dfs.replication} and {@code dfs.blocksize}; defaults: 3 and 128 MiB, as in HDFS. */
    public static Assumptions of(Configuration conf) {
        return new Assumptions(
                conf.getInt("dfs.replication", REPLICATION), conf.getLongBytes("dfs.blocksize", BLOCK_SIZE));
    }
}
