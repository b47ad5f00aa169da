package org.underbase.exalt.harness.cluster;

/**
 * What an HBase on the cluster consists of, beside a real ZooKeeper and a real Master.
 *
 * @param regionServers emulated RegionServers; 0 for no HBase
 * @param jvms that they are spread over
 * @param memory of each, in bytes: what HBase takes for its heap when it flushes
 * @param heap of a JVM of theirs, in bytes
 */
public record HBaseOptions(int regionServers, int jvms, long memory, long heap) {
    /** No HBase. */
    public static final HBaseOptions NONE = new HBaseOptions(0, 0, 0, 0);

    private static final int NODES_OF_JVM = 16;
    private static final long BASE_BYTES = 512L << 20;
    private static final long NODE_BYTES = 128L << 20;
    /** HBase's default: the part of a RegionServer's heap that its memstores may have. */
    private static final double MEMSTORES = 0.4;
    /** HBase refuses more than 80 % of a JVM's heap for memstores and caches of blocks. */
    private static final double MOST = 0.7;

    public HBaseOptions {
        if (regionServers < 0) {
            throw new IllegalArgumentException("RegionServers should be 0 or more, not " + regionServers);
        }
        if (regionServers > 0) {
            if (jvms < 1 || jvms > regionServers) {
                throw new IllegalArgumentException(
                        regionServers + " RegionServers need 1 to " + regionServers + " JVMs, not " + jvms);
            }
            if (memory < 1 || heap < 1 || MEMSTORES * memory > MOST * heap) {
                throw new IllegalArgumentException("a JVM's heap of " + (heap >> 20)
                        + " MiB is too little for RegionServers that are to think of " + (memory >> 20)
                        + " MiB: more than " + (leastHeap(memory) >> 20) + " MiB are needed");
            }
        }
    }

    /**
     * As many as are asked for, with a memory.
     *
     * @param regionServers 0 for no HBase
     * @param memory of each, in bytes
     * @return spread over as many JVMs as carry them, with heap enough
     */
    public static HBaseOptions of(int regionServers, long memory) {
        if (regionServers == 0) {
            return NONE;
        }
        int jvms = jvmsFor(regionServers);
        return new HBaseOptions(regionServers, jvms, memory, heapFor((regionServers + jvms - 1) / jvms, memory));
    }

    /**
     * How many JVMs carry so many RegionServers.
     *
     * @param regionServers emulated ones
     * @return at least 1
     */
    public static int jvmsFor(int regionServers) {
        return Math.max(1, (regionServers + NODES_OF_JVM - 1) / NODES_OF_JVM);
    }

    /**
     * The heap that a JVM of so many gets when nobody says otherwise. What is not used of it is not taken from the machine.
     *
     * @param nodes in it
     * @param memory that each is to think of
     * @return bytes
     */
    public static long heapFor(int nodes, long memory) {
        return Math.max(BASE_BYTES + NODE_BYTES * nodes, leastHeap(memory));
    }

    private static long leastHeap(long memory) {
        return (long) (MEMSTORES / MOST * memory) + 1;
    }

    /**
     * Whether there is an HBase.
     *
     * @return false without RegionServers
     */
    public boolean wanted() {
        return regionServers > 0;
    }

    /** The part of a JVM's heap that is as much as memstores may have of a RegionServer's memory. */
    double memstores() {
        return MEMSTORES * memory / heap;
    }

    /** How many RegionServers a JVM has; the first ones have one more where they cannot have the same. */
    int nodesOf(int jvm) {
        return regionServers / jvms + (jvm < regionServers % jvms ? 1 : 0);
    }
}
