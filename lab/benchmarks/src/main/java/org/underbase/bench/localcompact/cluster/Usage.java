package org.underbase.bench.localcompact.cluster;

import org.underbase.testbed.disk.DiskBytes;

/**
 * Resource usage of a cluster, since its start or in an interval.
 *
 * @param networkBytes bytes sent from node to node, including headers and excluding traffic of clients
 * @param disk bytes read from and written to the DataNodes' disks
 * @param cpuSeconds CPU time of all daemons, in seconds
 * @param cores time of the machine's processors
 * @param nanos time of the read, or length of the interval, in nanoseconds
 */
public record Usage(long networkBytes, DiskBytes disk, double cpuSeconds, CoreTicks cores, long nanos) {
    /**
     * Returns the usage since an earlier read.
     *
     * @param earlier the earlier read
     */
    public Usage minus(Usage earlier) {
        return new Usage(
                networkBytes - earlier.networkBytes,
                disk.minus(earlier.disk),
                cpuSeconds - earlier.cpuSeconds,
                cores.minus(earlier.cores),
                nanos - earlier.nanos);
    }

    /**
     * Subtracts the network traffic of a cluster without load.
     *
     * @param idle usage in an interval without load
     */
    public Usage without(Usage idle) {
        long noise = Math.round((double) idle.networkBytes / idle.nanos * nanos);
        return new Usage(Math.max(0, networkBytes - noise), disk, cpuSeconds, cores, nanos);
    }
}
