package org.underbase.tier.client;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Performance of a tier's devices on one node; unknown values are empty.
 *
 * @param capacity capacity in bytes
 * @param readBandwidth sequential read bandwidth, in bytes per second
 * @param writeBandwidth sequential write bandwidth, in bytes per second
 * @param readIops random 4 KiB reads per second
 * @param writeIops random 4 KiB writes per second
 * @param source origin of the values: {@code configured}, {@code probed} or {@code none}
 */
public record DeviceProfile(
        OptionalLong capacity,
        OptionalLong readBandwidth,
        OptionalLong writeBandwidth,
        OptionalLong readIops,
        OptionalLong writeIops,
        String source) {
    public DeviceProfile {
        Objects.requireNonNull(capacity, "capacity");
        Objects.requireNonNull(readBandwidth, "readBandwidth");
        Objects.requireNonNull(writeBandwidth, "writeBandwidth");
        Objects.requireNonNull(readIops, "readIops");
        Objects.requireNonNull(writeIops, "writeIops");
        Objects.requireNonNull(source, "source");
    }
}
