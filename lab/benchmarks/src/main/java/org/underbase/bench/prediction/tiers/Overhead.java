package org.underbase.bench.prediction.tiers;

/**
 * Bytes other than those of blocks, from the counters of the traced stock cluster.
 *
 * @param replicaOnDevice bytes that a device writes for a replica besides its block: the checksum file, and the metadata and
 *     journal of the file system
 * @param linkFactor bytes over the links per byte of a block that crosses them: checksums, headers and acknowledgments, and the
 *     calls to the NameNode
 */
record Overhead(double replicaOnDevice, double linkFactor) {
    /** A stock client writes the first replica to its own node. */
    private static final int REMOTE_REPLICAS = TierModel.REPLICATION - 1;

    /**
     * Computes the overhead.
     *
     * @param load load of the stock cluster
     * @param measured its counters
     */
    static Overhead of(TracedLoad load, Totals measured) {
        double written =
                load.writes().stream().mapToDouble(TracedLoad.Write::bytes).sum();
        double remoteReads = load.reads().stream()
                .filter(read -> !read.datanode().equals(read.host()))
                .mapToDouble(TracedLoad.Read::bytes)
                .sum();
        double onDevices =
                measured.bytes().get(Bytes.FAST_WRITTEN) + measured.bytes().get(Bytes.DISK_WRITTEN);
        double replicas = (double) TierModel.REPLICATION * load.writes().size();
        return new Overhead(
                (onDevices - TierModel.REPLICATION * written) / replicas,
                measured.bytes().get(Bytes.NETWORK) / (REMOTE_REPLICAS * written + remoteReads));
    }
}
