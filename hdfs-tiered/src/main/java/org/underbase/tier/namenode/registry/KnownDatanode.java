package org.underbase.tier.namenode.registry;

import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * Announcement of a DataNode.
 *
 * @param tier name of its tier
 * @param address {@code host:port}, for messages
 * @param profile performance of its devices
 */
public record KnownDatanode(String tier, String address, DeviceProfileProto profile) {
    /**
     * Returns the rate of the devices for readers: the bandwidth in MB/s, or thousands of random reads per second without a
     * bandwidth, so that both are of the same order; 0 if neither was announced.
     */
    double device() {
        return Math.max(
                0, profile.getReadBandwidth() > 0 ? profile.getReadBandwidth() / 1e6 : profile.getReadIops() / 1e3);
    }
}
