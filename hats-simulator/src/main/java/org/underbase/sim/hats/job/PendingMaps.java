package org.underbase.sim.hats.job;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Maps of a job that have not started, by the hosts and racks with a replica of their block. */
final class PendingMaps {
    /** Blocks by group, each group in a part of one array. */
    private static final class Groups {
        private final int[] blocks;
        private final int[] next;
        private final int[] ends;

        Groups(int[][] groupsOfBlocks, int groups) {
            int[] starts = new int[groups + 1];
            for (int[] groupsOfBlock : groupsOfBlocks) {
                for (int group : groupsOfBlock) {
                    starts[group + 1]++;
                }
            }
            for (int group = 0; group < groups; group++) {
                starts[group + 1] += starts[group];
            }
            blocks = new int[starts[groups]];
            next = Arrays.copyOf(starts, groups);
            ends = Arrays.copyOfRange(starts, 1, groups + 1);
            int[] filled = next.clone();
            for (int block = 0; block < groupsOfBlocks.length; block++) {
                for (int group : groupsOfBlocks[block]) {
                    blocks[filled[group]++] = block;
                }
            }
        }

        /** Returns the next block of a group that has not started; -1 without one. */
        int take(int group, boolean[] started) {
            while (next[group] < ends[group]) {
                int block = blocks[next[group]++];
                if (!started[block]) {
                    return block;
                }
            }
            return -1;
        }
    }

    private final boolean[] started;
    private final Groups byHost;
    private final Groups byRack;
    private final int[] rackOfHost;
    private int any;
    private int left;

    /**
     * Creates the maps of a job.
     *
     * @param blocks number of blocks
     * @param hosts hosts with a replica of a block
     * @param rackOfHost rack of each host
     * @param racks number of racks
     */
    PendingMaps(int blocks, IntFunction<int[]> hosts, int[] rackOfHost, int racks) {
        int[][] hostsOfBlocks = new int[blocks][];
        int[][] racksOfBlocks = new int[blocks][];
        for (int block = 0; block < blocks; block++) {
            hostsOfBlocks[block] = hosts.apply(block);
            racksOfBlocks[block] = Arrays.stream(hostsOfBlocks[block])
                    .map(host -> rackOfHost[host])
                    .distinct()
                    .toArray();
        }
        this.rackOfHost = rackOfHost;
        started = new boolean[blocks];
        byHost = new Groups(hostsOfBlocks, rackOfHost.length);
        byRack = new Groups(racksOfBlocks, racks);
        left = blocks;
    }

    boolean isEmpty() {
        return left == 0;
    }

    /** Takes a map for a host, as Hadoop's scheduler: with a replica on the host, else on its rack, else any. */
    int take(int host) {
        int block = byHost.take(host, started);
        if (block < 0) {
            block = byRack.take(rackOfHost[host], started);
        }
        if (block < 0) {
            while (started[any]) {
                any++;
            }
            block = any;
        }
        started[block] = true;
        left--;
        return block;
    }
}
