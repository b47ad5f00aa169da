package org.underbase.sim.hats.cluster;

import org.underbase.tier.policy.ReplicaLocation;

/**
 * DataNode of a simulated cluster.
 *
 * @param location tier, rack and host
 * @param instance number that distinguishes DataNodes of the same tier and host
 * @param device class of its devices
 * @param devices number of devices
 */
public record Datanode(ReplicaLocation location, int instance, DeviceClass device, int devices) {
    /** Returns the read rate of all devices together, in MB/s, as a DataNode announces it. */
    double readRate() {
        return device.readRate() * devices;
    }

    /** Returns the capacity of all devices together. */
    public long bytes() {
        return device.bytes() * devices;
    }
}
