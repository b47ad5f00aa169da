package org.underbase.localcompact.coordinator;

import org.apache.hadoop.conf.Configuration;
import org.underbase.localcompact.conf.LocalCompactKeys;

/**
 * Weights of a compaction's cost, relative to a byte that is sent within a rack.
 *
 * @param rack weight of a byte that is sent between racks
 * @param disk weight of a byte that is read from disk
 * @param cpu weight of the CPU time to merge a byte
 * @param minSaving minimum saving of a local compaction, as a fraction of the cost of a stock compaction
 */
record CostWeights(double rack, double disk, double cpu, double minSaving) {
    private static final double MAX = 1000;

    static CostWeights of(Configuration conf) {
        return new CostWeights(
                LocalCompactKeys.COST_RACK.decimal(conf, 1, MAX),
                LocalCompactKeys.COST_DISK.decimal(conf, 0, MAX),
                LocalCompactKeys.COST_CPU.decimal(conf, 0, MAX),
                LocalCompactKeys.COST_MIN_SAVING.decimal(conf, 0, 1));
    }
}
