package org.underbase.sim.request;

/**
 * Tier of DataNodes.
 *
 * @param name name
 * @param nodes number of machines with a DataNode of the tier
 * @param disks disks of each of these DataNodes
 * @param bytesPerSecond bandwidth of a disk
 * @param seekNanos time of a full seek
 * @param diskDollars price of a disk
 */
public record Tier(String name, int nodes, int disks, long bytesPerSecond, long seekNanos, double diskDollars) {
    /** Returns the number of DataNodes of the tier on a machine: those of a small tier are spread over the machines. */
    public int datanodes(int machine, int machines) {
        return (int) ((machine + 1L) * nodes / machines - (long) machine * nodes / machines);
    }
}
