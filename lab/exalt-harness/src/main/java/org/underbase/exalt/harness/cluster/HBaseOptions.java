package org.underbase.exalt.harness.cluster;

/**
 * Description of an HBase with emulated RegionServers, a real ZooKeeper and a real Master.
 *
 * @param regionServers number of emulated RegionServers; 0 for no HBase
 * @param jvms number of JVMs for the RegionServers
 * @param memory configured memory of each RegionServer, in bytes, which determines when it flushes
 * @param heap heap of each JVM of RegionServers, in bytes
 */
public record HBaseOptions(int regionServers, int jvms, long memory, long heap) {
    /** Description without HBase. */
    public static final HBaseOptions NONE = new HBaseOptions(0, 0, 0, 0);

    private static final int NODES_PER_JVM = 16;
    private static final long BASE_BYTES = 512L << 20;
    private static final long NODE_BYTES = 128L << 20;
    /** HBase's default fraction of a RegionServer's heap for memstores. */
    private static final double MEMSTORES = 0.4;
    /** Below the limit of HBase, which rejects more than 80% of a JVM's heap for memstores and block caches. */
    private static final double MAX_FRACTION = 0.7;

    public HBaseOptions {
        if (regionServers < 0) {
            throw new IllegalArgumentException(
                    "invalid number of RegionServers " + regionServers + ": must be at least 0");
        }
        if (regionServers > 0) {
            if (jvms < 1 || jvms > regionServers) {
                throw new IllegalArgumentException("invalid --region-server-jvms " + jvms + ": must be 1 to "
                        + regionServers + " for " + regionServers + " RegionServers");
            }
            if (memory < 1 || heap < 1 || MEMSTORES * memory > MAX_FRACTION * heap) {
                throw new IllegalArgumentException("--region-server-heap " + (heap >> 20)
                        + "m is too small for --region-server-memory " + (memory >> 20) + "m: set at least "
                        + ((minHeap(memory) >> 20) + 1) + "m");
            }
        }
    }

    /**
     * Describes an HBase with the default number of JVMs and the default heap.
     *
     * @param regionServers number of RegionServers; 0 for no HBase
     * @param memory configured memory of each RegionServer, in bytes
     * @return the description
     */
    public static HBaseOptions of(int regionServers, long memory) {
        if (regionServers == 0) {
            return NONE;
        }
        int jvms = jvmsFor(regionServers);
        return new HBaseOptions(regionServers, jvms, memory, heapFor((regionServers + jvms - 1) / jvms, memory));
    }

    /**
     * Returns the default number of JVMs.
     *
     * @param regionServers number of emulated RegionServers
     * @return number of JVMs, at least 1
     */
    public static int jvmsFor(int regionServers) {
        return Math.max(1, (regionServers + NODES_PER_JVM - 1) / NODES_PER_JVM);
    }

    /**
     * Returns the default heap of a JVM of RegionServers. The JVM allocates it only on use.
     *
     * @param nodes number of RegionServers in the JVM
     * @param memory configured memory of each RegionServer, in bytes
     * @return size in bytes
     */
    public static long heapFor(int nodes, long memory) {
        return Math.max(BASE_BYTES + NODE_BYTES * nodes, minHeap(memory));
    }

    private static long minHeap(long memory) {
        return (long) (MEMSTORES / MAX_FRACTION * memory) + 1;
    }

    /**
     * Returns whether to start HBase.
     *
     * @return false without RegionServers
     */
    public boolean wanted() {
        return regionServers > 0;
    }

    /** Returns the fraction of a JVM's heap that equals the memstore limit of one RegionServer. */
    double memstores() {
        return MEMSTORES * memory / heap;
    }

    /** Returns the number of RegionServers of a JVM; the first JVMs have one more if the division leaves a remainder. */
    int nodesOf(int jvm) {
        return regionServers / jvms + (jvm < regionServers % jvms ? 1 : 0);
    }
}
