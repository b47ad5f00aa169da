package org.underbase.bench.tiers.io;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Maximum rate of reading all blocks once, if reads are split optimally over the devices with their replicas. By max-flow
 * min-cut, the time is the maximum over all sets of devices of the time to read the blocks that only these devices have.
 *
 * <p>Blocks are assigned to devices along augmenting paths. Without a path, the devices that the search reached need more
 * time for the blocks that only they have, and the time is increased to theirs.
 */
final class BestSplit {
    /** Blocks that may remain unassigned. */
    private static final double TOLERANCE = 1e-6;

    /** Fraction of a device's capacity that counts as none. */
    private static final double NOTHING = 1e-12;

    private static final int UNREACHED = -1;

    /** Devices of each group of blocks. */
    private final int[][] devices;
    /** Number of blocks of each group. */
    private final int[] blocks;
    /** Blocks per second of each device. */
    private final double[] rates;
    /** Blocks of each group that each device reads. */
    private final double[][] assigned;

    private double seconds;

    private BestSplit(Map<int[], Integer> groups, double[] rates) {
        this.devices = groups.keySet().toArray(int[][]::new);
        this.blocks = groups.values().stream().mapToInt(Integer::intValue).toArray();
        this.rates = rates;
        this.assigned = new double[devices.length][rates.length];
    }

    /**
     * Computes the rate in bytes per second.
     *
     * @param blocks indices of the devices with a replica, per block; at least one
     * @param blockBytes size of each block, in bytes
     * @param bytesPerSecond read bandwidth of each device
     */
    static double of(List<int[]> blocks, long blockBytes, double[] bytesPerSecond) {
        Map<int[], Integer> groups = new TreeMap<>(Comparator.comparing(Arrays::toString));
        for (int[] replicas : blocks) {
            groups.merge(Arrays.stream(replicas).sorted().toArray(), 1, Integer::sum);
        }
        double[] rates =
                Arrays.stream(bytesPerSecond).map(rate -> rate / blockBytes).toArray();
        return blocks.size() * (double) blockBytes / new BestSplit(groups, rates).seconds();
    }

    private double seconds() {
        seconds = Arrays.stream(blocks).sum() / Arrays.stream(rates).sum();
        for (int group = 0; group < devices.length; group++) {
            double left = blocks[group];
            while (left > TOLERANCE) {
                left -= assign(group, left);
            }
        }
        return seconds;
    }

    /** Assigns at most {@code left} more blocks of a group, or increases the time; returns the number of assigned blocks. */
    private double assign(int start, double left) {
        int[] groupBefore = new int[rates.length];
        int[] deviceBefore = new int[devices.length];
        Arrays.fill(groupBefore, UNREACHED);
        Arrays.fill(deviceBefore, UNREACHED);
        Deque<Integer> groups = new ArrayDeque<>(List.of(start));
        while (!groups.isEmpty()) {
            int group = groups.remove();
            for (int device : devices[group]) {
                if (groupBefore[device] == UNREACHED) {
                    groupBefore[device] = group;
                    if (free(device) > NOTHING * seconds * rates[device]) {
                        return move(start, device, left, groupBefore, deviceBefore);
                    }
                    for (int other = 0; other < devices.length; other++) {
                        if (other != start && deviceBefore[other] == UNREACHED && assigned[other][device] > 0) {
                            deviceBefore[other] = device;
                            groups.add(other);
                        }
                    }
                }
            }
        }
        increase(groupBefore);
        return 0;
    }

    private double free(int device) {
        double free = seconds * rates[device];
        for (double[] group : assigned) {
            free -= group[device];
        }
        return free;
    }

    /** Moves blocks along the path to a device with free capacity. */
    private double move(int start, int end, double left, int[] groupBefore, int[] deviceBefore) {
        double moved = Math.min(left, free(end));
        int device = end;
        for (int group = groupBefore[device]; group != start; group = groupBefore[device]) {
            device = deviceBefore[group];
            moved = Math.min(moved, assigned[group][device]);
        }
        device = end;
        for (int group = groupBefore[device]; ; group = groupBefore[device]) {
            assigned[group][device] += moved;
            if (group == start) {
                return moved;
            }
            device = deviceBefore[group];
            assigned[group][device] -= moved;
        }
    }

    /** Increases the time to that of the reached devices for the blocks that only they have. */
    private void increase(int[] groupBefore) {
        long confined = 0;
        for (int group = 0; group < devices.length; group++) {
            if (Arrays.stream(devices[group]).allMatch(device -> groupBefore[device] != UNREACHED)) {
                confined += blocks[group];
            }
        }
        double rate = 0;
        for (int device = 0; device < rates.length; device++) {
            rate += groupBefore[device] == UNREACHED ? 0 : rates[device];
        }
        if (confined / rate <= seconds) {
            throw new IllegalStateException("no assignment of the blocks in " + seconds + " s");
        }
        seconds = confined / rate;
    }
}
