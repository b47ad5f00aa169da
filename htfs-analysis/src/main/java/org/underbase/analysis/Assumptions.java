package org.underbase.analysis;

import org.apache.hadoop.conf.Configuration;

/**
 * What stands in for facts a trace may not hold, for files created before it began.
 *
 * @param replication how many replicas such a file has, at least 1
 * @param blockSize bytes, at least 512
 */
public record Assumptions(int replication, long blockSize) {
    private static final int REPLICATION = 3;
    private static final long BLOCK_SIZE = 128L << 20;

    public Assumptions {
        if (replication < 1 || blockSize < 512) {
            throw new IllegalArgumentException(
                    "replication " + replication + " or block size " + blockSize + " is too small");
        }
    }

    /** {@code dfs.replication} and {@code dfs.blocksize}, by default 3 and 128 MB as in HDFS. */
    public static Assumptions of(Configuration conf) {
        return new Assumptions(
                conf.getInt("dfs.replication", REPLICATION), conf.getLongBytes("dfs.blocksize", BLOCK_SIZE));
    }
}
