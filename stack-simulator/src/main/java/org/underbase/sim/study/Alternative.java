package org.underbase.sim.study;

import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;

/**
 * System to compare with others on the same requests.
 *
 * @param name name for the user
 * @param hardware RAM, flash with the promote policy, and disks
 * @param disk speed of a disk
 * @param localCompaction whether each machine compacts its own replicas
 * @param combinedLog whether the last disk contains one log for all logs
 */
public record Alternative(
        String name, Hardware hardware, PaperDisk disk, boolean localCompaction, boolean combinedLog) {
    SimulatedSystem system() {
        return combinedLog ? new CombinedLogSystem(hardware, disk) : new SimulatedSystem(hardware, disk);
    }
}
