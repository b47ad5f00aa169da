package org.underbase.localcompact.coordinator;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.underbase.localcompact.conf.LocalCompactKeys;

/**
 * Limits on the waits of one local compaction.
 *
 * @param progress maximum time without progress of a merge
 * @param slotWait maximum time that the compaction waits for busy servers before it starts
 * @param lagMin time that merges may always lag the majority, in total
 * @param lagFactor time that merges may lag the majority, as a multiple of the time of the majority
 */
record Limits(Duration progress, Duration slotWait, Duration lagMin, double lagFactor) {
    /** Reads the limits of a store; {@code site} is the configuration of the server. */
    static Limits of(Configuration conf, Configuration site) {
        return new Limits(
                LocalCompactKeys.progressTimeout(site),
                LocalCompactKeys.slotWait(conf, site),
                LocalCompactKeys.lagMin(site),
                LocalCompactKeys.LAG_FACTOR.decimal(site, 0, 1000));
    }

    LagBudget lagBudget() {
        return new LagBudget(lagMin, lagFactor, progress);
    }
}
