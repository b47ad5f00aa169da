package org.underbase.tier.client;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a tier's devices of one node can do; empty where it is not known.
 *
 * @param capacity bytes
 * @param readBandwidth bytes a second, in sequence
 * @param writeBandwidth bytes a second, in sequence
 * @param readIops random 4 KiB reads a second
 * @param writeIops random 4 KiB writes a second
 * @param source where the numbers come from: {@code configured}, {@code probed} or {@code none}
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
