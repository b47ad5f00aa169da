package org.underbase.sim.layer;

/**
 * Bytes that an activity of HBase, such as compaction, moves through HDFS without the feature.
 *
 * @param read bytes read by clients
 * @param remoteRead part of {@code read} that another node's DataNode sent
 * @param diskRead part of {@code read} that is not in the page cache
 * @param written bytes written by clients, before replication
 * @param resent further bytes that DataNodes receive, sum of all replicas: after a sync within a chunk of 512 bytes, the client
 *     sends the chunk again
 */
public record HdfsBytes(long read, long remoteRead, long diskRead, long written, long resent) {
    public HdfsBytes {
        if (remoteRead < 0 || diskRead < 0 || remoteRead > read || diskRead > read || written < 0 || resent < 0) {
            throw new IllegalArgumentException("invalid bytes: read " + read + ", of these remotely " + remoteRead
                    + " and from disks " + diskRead + ", written " + written + ", sent again " + resent);
        }
    }
}
