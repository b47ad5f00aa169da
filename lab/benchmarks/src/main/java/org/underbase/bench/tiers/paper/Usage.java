package org.underbase.bench.tiers.paper;

import java.util.Map;
import org.underbase.bench.tiers.io.Device;

/**
 * Use of disks and links during a phase, as SAR measured it for the paper.
 *
 * @param read bytes read from all disks of each kind
 * @param peakDisk highest rate of one disk of each kind in one interval, in bytes per second
 * @param peakLink highest rate at which one node with the kind of device sent, in bytes per second; HDD: a node with an HDD only
 */
record Usage(Map<Device, Long> read, Map<Device, Double> peakDisk, Map<Device, Double> peakLink) {
    long all() {
        return read.values().stream().mapToLong(Long::longValue).sum();
    }

    long read(Device device) {
        return read.getOrDefault(device, 0L);
    }

    long fast() {
        return read(Device.PCIE) + read(Device.SATA);
    }
}
