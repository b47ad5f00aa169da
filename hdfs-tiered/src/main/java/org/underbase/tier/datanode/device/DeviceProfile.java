package org.underbase.tier.datanode.device;

import java.util.Locale;
import java.util.Objects;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * What the devices of a DataNode can hold and do, as it is announced.
 *
 * @param capacity bytes; 0 where it is not known
 * @param rates of all devices of the DataNode together
 * @param source where the rates come from
 */
public record DeviceProfile(long capacity, DeviceRates rates, Source source) {
    /** Where rates come from. */
    public enum Source {
        /** All that is known was configured. */
        CONFIGURED,
        /** At least a part was measured. */
        PROBED,
        /** Nothing is known. */
        NONE
    }

    /** Nothing is known yet. */
    public static final DeviceProfile UNKNOWN = new DeviceProfile(0, DeviceRates.UNKNOWN, Source.NONE);

    public DeviceProfile {
        Objects.requireNonNull(rates, "rates");
        Objects.requireNonNull(source, "source");
        if (capacity < 0) {
            throw new IllegalArgumentException("the capacity is negative");
        }
    }

    /** The same as a message. */
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
