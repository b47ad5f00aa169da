package org.underbase.bench.tiers.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most bytes a second that can be read of blocks, each once, when their reads are split over the devices that hold
 * their replicas in the best way. By max-flow and min-cut: the time is that of the set of devices that needs longest for
 * the blocks that are nowhere else.
 */
final class BestSplit {
    private static final int MAX_DEVICES = 20;

    private BestSplit() {}

    /**
     * Bytes a second.
     *
     * @param blocks for each block the indices of the devices with a replica, at least one each
     * @param blockBytes of each block
     * @param bytesPerSecond of each device, at most 20
     */
    static double of(List<int[]> blocks, long blockBytes, double[] bytesPerSecond) {
        int devices = bytesPerSecond.length;
        if (devices > MAX_DEVICES) {
            throw new IllegalArgumentException(devices + " devices are too many");
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
