package org.underbase.localcompact.coordinator;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.apache.hadoop.conf.Configuration;
import org.underbase.localcompact.conf.LocalCompactKeys;

/**
 * State of the store that is compacted, and of its server.
 *
 * @param active whether the store accepts writes; the compaction is aborted when it does not
 * @param pressure HBase's compaction pressure of the server: above 1 when a store blocks writes
 */
record Owner(BooleanSupplier active, DoubleSupplier pressure) {
    /**
     * Returns the reason why a compaction under this pressure is stock; empty if it may be local.
     *
     * @param pressure pressure of the server
     * @param conf configuration of the store
     * @param site configuration of the server
     */
    static Optional<String> obstacle(double pressure, Configuration conf, Configuration site) {
        double max = LocalCompactKeys.maxPressure(conf, site);
        return pressure <= max
                ? Optional.empty()
                : Optional.of("compaction pressure " + pressure + " is above " + LocalCompactKeys.MAX_PRESSURE.name()
                        + " " + max);
    }
}
