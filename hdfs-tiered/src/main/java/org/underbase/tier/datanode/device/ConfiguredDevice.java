package org.underbase.tier.datanode.device;

import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;

/** What the configuration says about a tier's devices. */
final class ConfiguredDevice {
    private ConfiguredDevice() {}

    /** @throws IllegalArgumentException when a value is no size or number; the message names its key */
    static DeviceRates rates(Configuration conf, String tier) {
        return new DeviceRates(
                size(conf, TierKeys.DEVICE_READ_BANDWIDTH.forName(tier)),
                size(conf, TierKeys.DEVICE_WRITE_BANDWIDTH.forName(tier)),
                number(conf, TierKeys.DEVICE_READ_IOPS.forName(tier)),
                number(conf, TierKeys.DEVICE_WRITE_IOPS.forName(tier)));
    }

    /**
     * Bytes, 0 when it is not configured.
     *
     * @throws IllegalArgumentException when the value is no size
     */
    static long capacity(Configuration conf, String tier) {
        return size(conf, TierKeys.DEVICE_CAPACITY.forName(tier));
    }

    private static long size(Configuration conf, ConfigKey key) {
        return key.text(conf).isEmpty() ? 0 : key.bytes(conf);
    }

    private static long number(Configuration conf, ConfigKey key) {
        return key.text(conf).isEmpty() ? 0 : key.number(conf, 0, Integer.MAX_VALUE);
    }
}
