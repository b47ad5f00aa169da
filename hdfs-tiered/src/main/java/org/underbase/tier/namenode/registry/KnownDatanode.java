package org.underbase.tier.namenode.registry;

import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * What a DataNode has announced.
 *
 * @param tier the name of its tier
 * @param address host:port, for messages
 * @param profile what its devices can do
 */
public record KnownDatanode(String tier, String address, DeviceProfileProto profile) {
    /**
     * What its devices are worth to readers: megabytes a second, or thousands of random reads where it announced no
     * bandwidth, so that unlike kinds are of one order; 1 when it announced neither.
     */
    public double device() {
        double announced =
                profile.getReadBandwidth() > 0 ? profile.getReadBandwidth() / 1e6 : profile.getReadIops() / 1e3;
        return announced > 0 ? announced : 1;
    }
}
