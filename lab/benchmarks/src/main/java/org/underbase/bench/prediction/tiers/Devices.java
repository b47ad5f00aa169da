package org.underbase.bench.prediction.tiers;

import java.util.HashMap;
import java.util.Map;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.disk.FixedDisk;

/** Devices: each serves one read at a time, in the order of their begin. Not thread-safe. */
final class Devices {
    private final Map<String, Long> freeFrom = new HashMap<>();

    /**
     * Whether a device serves no read.
     *
     * @param node node of the device
     * @param nanos time, in nanoseconds
     */
    boolean isIdle(String node, long nanos) {
        return freeFrom.getOrDefault(node, Long.MIN_VALUE) <= nanos;
    }

    /**
     * Reads a block; times must ascend.
     *
     * @param node node of the device
     * @param tier tier of the device
     * @param bytes size of the block
     * @param nanos begin, in nanoseconds
     * @return time until the end, in nanoseconds
     */
    long read(String node, Tier tier, long bytes, long nanos) {
        long begin = isIdle(node, nanos) ? nanos : freeFrom.get(node);
        FixedDisk disk = tier.simulated();
        long end = begin + disk.seekNanos(DiskModel.OTHER_FILE) + disk.transferNanos(bytes);
        freeFrom.put(node, end);
        return end - nanos;
    }
}
