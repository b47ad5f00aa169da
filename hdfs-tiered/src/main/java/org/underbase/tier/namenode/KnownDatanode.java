package org.underbase.tier.namenode;

import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * What a DataNode has announced.
 *
 * @param tier the name of its tier
 * @param address host:port, for messages
 * @param profile what its devices can do
 */
record KnownDatanode(String tier, String address, DeviceProfileProto profile) {}
