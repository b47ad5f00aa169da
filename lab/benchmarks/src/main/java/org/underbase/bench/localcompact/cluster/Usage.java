package org.underbase.bench.localcompact.cluster;

import org.underbase.testbed.disk.DiskBytes;

/**
 * What a cluster used, since it started or in a time.
 *
 * @param crossed bytes that crossed the links from node to node, headers included; what clients sent and got is not in it
 * @param disk bytes of the DataNodes' disks
 * @param cpuSeconds of all daemons
 * @param nanos the time
 */
public record Usage(long crossed, DiskBytes disk, double cpuSeconds, long nanos) {
    /** What was used since an earlier reading. */
    public Usage minus(Usage earlier) {
        return new Usage(
                crossed - earlier.crossed,
                disk.minus(earlier.disk),
                cpuSeconds - earlier.cpuSeconds,
                nanos - earlier.nanos);
    }

    /** Without the bytes that a cluster without load sends in the same time. */
    public Usage without(Usage idle) {
        long noise = Math.round((double) idle.crossed / idle.nanos * nanos);
        return new Usage(Math.max(0, crossed - noise), disk, cpuSeconds, nanos);
    }

    /** Bytes a second that crossed the links. */
    public double crossedPerSecond() {
        return crossed * 1e9 / nanos;
    }
}
