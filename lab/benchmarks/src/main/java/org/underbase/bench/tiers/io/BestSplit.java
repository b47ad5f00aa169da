package org.underbase.bench.tiers.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maximum rate of reading all blocks once, if reads are split optimally over the devices with their replicas. By max-flow
 * min-cut, the time is the maximum over all sets of devices of the time to read the blocks that only these devices have.
 */
final class BestSplit {
    private static final int MAX_DEVICES = 20;

    private BestSplit() {}

    /**
     * Computes the rate in bytes per second.
     *
     * @param blocks indices of the devices with a replica, per block; at least one
     * @param blockBytes size of each block, in bytes
     * @param bytesPerSecond read bandwidth of each device; at most 20 devices
     */
    static double of(List<int[]> blocks, long blockBytes, double[] bytesPerSecond) {
        int devices = bytesPerSecond.length;
        if (devices > MAX_DEVICES) {
            throw new IllegalArgumentException(
                    "invalid number of devices " + devices + ": must be at most " + MAX_DEVICES);
        }
        Map<Integer, Integer> byDevices = new HashMap<>();
        for (int[] replicas : blocks) {
            int mask = 0;
            for (int device : replicas) {
                mask |= 1 << device;
            }
            byDevices.merge(mask, 1, Integer::sum);
        }
        double longest = 0;
        for (int set = 1; set < 1 << devices; set++) {
            long confined = 0;
            for (Map.Entry<Integer, Integer> entry : byDevices.entrySet()) {
                if ((entry.getKey() & ~set) == 0) {
                    confined += entry.getValue();
                }
            }
            double speed = 0;
            for (int device = 0; device < devices; device++) {
                speed += (set >> device & 1) == 1 ? bytesPerSecond[device] : 0;
            }
            longest = Math.max(longest, confined * blockBytes / speed);
        }
        return blocks.size() * (double) blockBytes / longest;
    }
}
