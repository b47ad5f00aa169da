package org.underbase.tier.namenode.monitor;

import org.apache.hadoop.conf.Configuration;
import org.underbase.tier.conf.TierKeys;

/** Validated settings of the monitor. */
public record MonitorSettings(
        boolean enabled,
        long intervalMillis,
        double lockFraction,
        int queueMax,
        long moveBandwidth,
        int moveConcurrent,
        long moveTimeoutMillis,
        int maxXceivers,
        boolean demotion,
        long promoteReads,
        long heatEntries) {
    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException if a setting is invalid; the message names the key
     */
    public static MonitorSettings of(Configuration conf) {
        return new MonitorSettings(
                TierKeys.MONITOR_ENABLED.flag(conf),
                TierKeys.MONITOR_INTERVAL.millis(conf),
                TierKeys.MONITOR_LOCK_MAX_FRACTION.decimal(conf, 0.0001, 1),
                (int) TierKeys.MONITOR_QUEUE_MAX.number(conf, 1, 10_000_000),
                TierKeys.MOVE_BANDWIDTH.bytes(conf),
                (int) TierKeys.MOVE_CONCURRENT.number(conf, 1, 1000),
                TierKeys.MOVE_TIMEOUT.millis(conf),
                (int) TierKeys.MOVE_MAX_XCEIVERS.number(conf, 0, Integer.MAX_VALUE),
                TierKeys.DEMOTION_ENABLED.flag(conf),
                TierKeys.PROMOTE_READS.number(conf, 1, Integer.MAX_VALUE),
                TierKeys.HEAT_ENTRIES.number(conf, 1, 100_000_000));
    }
}
