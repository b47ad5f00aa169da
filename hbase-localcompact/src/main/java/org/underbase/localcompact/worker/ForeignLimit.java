package org.underbase.localcompact.worker;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.compactions.OffPeakHours;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.operator.config.InvalidSettingException;

/**
 * Total throughput of a server's merges for other servers: HBase's limit of compactions at the pressure of the other server,
 * times a factor. It is read again for each use, so that HBase's command {@code update_config} changes it. Thread-safe.
 */
final class ForeignLimit {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignLimit.class);

    /** HBase's defaults, which its controller does not publish. */
    private static final long LOWER = 50L << 20;

    private static final long HIGHER = 100L << 20;

    private final Configuration conf;
    private double factor;
    private String rejected;

    /**
     * Checks the factor.
     *
     * @param conf configuration of the server
     * @throws InvalidSettingException if the factor is invalid
     */
    ForeignLimit(Configuration conf) {
        this.conf = conf;
        this.factor = read();
    }

    private double read() {
        return LocalCompactKeys.FOREIGN_FACTOR.decimal(conf, LocalCompactKeys.MIN_FACTOR, 1000);
    }

    /** Reads the factor; keeps the last valid one, because an invalid value must not fail running merges. */
    private synchronized double factor() {
        try {
            factor = read();
            rejected = null;
        } catch (InvalidSettingException e) {
            if (!e.getMessage().equals(rejected)) {
                rejected = e.getMessage();
                LOG.warn("Keeping throughput factor {} of merges for other servers: {}", factor, rejected);
            }
        }
        return factor;
    }

    /** Computes the limit; {@code pressure} is the compaction pressure of the server that owns the store. */
    double bytesPerSecond(double pressure) {
        // HBase lifts the limit when a store blocks writes because of its number of files.
        if (pressure > 1
                || CompactionThroughputControllerFactory.getThroughputControllerClass(conf)
                        == NoLimitThroughputController.class) {
            return Double.POSITIVE_INFINITY;
        }
        double times = factor();
        if (OffPeakHours.getInstance(conf).isOffPeakHour()) {
            return times
                    * conf.getLong(
                            PressureAwareCompactionThroughputController.HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_OFFPEAK,
                            Long.MAX_VALUE);
        }
        long lower = conf.getLong(
                PressureAwareCompactionThroughputController.HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_LOWER_BOUND, LOWER);
        long higher = conf.getLong(
                PressureAwareCompactionThroughputController.HBASE_HSTORE_COMPACTION_MAX_THROUGHPUT_HIGHER_BOUND,
                HIGHER);
        return times * (lower + (higher - lower) * Math.max(0, pressure));
    }
}
