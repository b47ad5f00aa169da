package org.underbase.tier.datanode.device;

import java.util.Locale;
import java.util.Objects;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * Announced capacity and performance of a DataNode's devices.
 *
 * @param capacity capacity in bytes; 0 if unknown
 * @param rates rates of all devices together
 * @param source origin of the rates
 */
public record DeviceProfile(long capacity, DeviceRates rates, Source source) {
    /** Origin of rates. */
    public enum Source {
        /** All that is known was configured. */
        CONFIGURED,
        /** At least a part was measured. */
        PROBED,
        /** Nothing is known. */
        NONE
    }

    /** Returns a profile without known values. */
    public static final DeviceProfile UNKNOWN = new DeviceProfile(0, DeviceRates.UNKNOWN, Source.NONE);

    public DeviceProfile {
        Objects.requireNonNull(rates, "rates");
        Objects.requireNonNull(source, "source");
        if (capacity < 0) {
            throw new IllegalArgumentException("the capacity is negative");
        }
    }

    /** Converts the profile to a message. */
    public DeviceProfileProto message() {
        return DeviceProfileProto.newBuilder()
                .setCapacity(capacity)
                .setReadBandwidth(rates.readBandwidth())
                .setWriteBandwidth(rates.writeBandwidth())
                .setReadIops(rates.readIops())
                .setWriteIops(rates.writeIops())
                .setSource(source.name().toLowerCase(Locale.ROOT))
                .build();
    }

    @Override
    public String toString() {
        return "capacity=" + capacity + " read=" + rates.readBandwidth() + " B/s write=" + rates.writeBandwidth()
                + " B/s read_iops=" + rates.readIops() + " write_iops=" + rates.writeIops() + " source="
                + source.name().toLowerCase(Locale.ROOT);
    }
}
