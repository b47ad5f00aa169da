package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Tier;

/**
 * Disks of a machine with a DataNode for each of its tiers. The rank of the tier of a local file is the remainder of its number by
 * the number of tiers. The files of a tier are distributed over its disks in turn.
 */
final class TierDisks {
    private final List<Tier> tiers;
    private final int[] counts;

    /**
     * Describes the disks.
     *
     * @param tiers tiers, the fastest first
     * @param machine number of the machine
     * @param machines number of machines
     */
    TierDisks(List<Tier> tiers, int machine, int machines) {
        this.tiers = tiers;
        this.counts = tiers.stream()
                .mapToInt(tier -> tier.datanodes(machine, machines) * tier.disks())
                .toArray();
    }

    Disk[] create(DiskStatistics statistics) {
        List<Disk> disks = new ArrayList<>();
        for (int rank = 0; rank < counts.length; rank++) {
            Tier tier = tiers.get(rank);
            for (int i = 0; i < counts[rank]; i++) {
                disks.add(new Disk(new PaperDisk(tier.bytesPerSecond(), tier.seekNanos()), statistics));
            }
        }
        return disks.toArray(new Disk[0]);
    }

    /** Returns the number of the disk of a local file. */
    int number(int file) {
        int rank = file % counts.length;
        int before = 0;
        for (int faster = 0; faster < rank; faster++) {
            before += counts[faster];
        }
        return before + file / counts.length % counts[rank];
    }
}
