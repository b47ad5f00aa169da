package org.underbase.bench.tiers.paper;

import java.util.Map;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.Moved;

/**
 * Measurements of one policy.
 *
 * @param dfsio TestDFSIO, fast network
 * @param slowRead TestDFSIO read, slow network
 * @param slowWrite TestDFSIO write, slow network
 * @param grep one task per block, fast network
 * @param usage use of disks and links during {@code grep}
 * @param replicas replicas on each kind of device
 * @param oneRack fraction of the blocks on one rack only
 * @param bestSplit read rate of the disks with an optimal split, in bytes per second
 */
record Observed(
        Dfsio dfsio,
        Moved slowRead,
        Moved slowWrite,
        Moved grep,
        Usage usage,
        Map<Device, Long> replicas,
        double oneRack,
        double bestSplit) {
    /**
     * TestDFSIO over the fast network.
     *
     * @param write write of a file per node
     * @param read read of a file per node
     */
    record Dfsio(Moved write, Moved read) {}

    double replicas(Device device) {
        return replicas.getOrDefault(device, 0L)
                / (double) replicas.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the fraction of the tasks' bytes that came from another rack. */
    double remote() {
        return 1 - (grep.local() + grep.rack()) / (double) grep.bytes();
    }

    /** Returns the fraction of the tasks' bytes that came from another node. */
    double otherNode() {
        return 1 - grep.local() / (double) grep.bytes();
    }
}
