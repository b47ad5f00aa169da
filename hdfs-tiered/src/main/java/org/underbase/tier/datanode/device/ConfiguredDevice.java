package org.underbase.tier.datanode.device;

import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;

/** Configured performance of a tier's devices. */
final class ConfiguredDevice {
    private ConfiguredDevice() {}

    /**
     * Reads the rates.
     *
     * @throws IllegalArgumentException if a value is invalid; the message names the key
     */
    static DeviceRates rates(Configuration conf, String tier) {
        return new DeviceRates(
                size(conf, TierKeys.DEVICE_READ_BANDWIDTH.forName(tier)),
                size(conf, TierKeys.DEVICE_WRITE_BANDWIDTH.forName(tier)),
                number(conf, TierKeys.DEVICE_READ_IOPS.forName(tier)),
                number(conf, TierKeys.DEVICE_WRITE_IOPS.forName(tier)));
    }

    /**
     * Reads the capacity in bytes; 0 if it is not configured.
     *
     * @throws IllegalArgumentException if the value is invalid
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
