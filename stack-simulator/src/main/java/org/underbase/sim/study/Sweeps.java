package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;

/** Systems that differ from the default one, which has 30 GB of RAM and 15 disks, in one property. */
final class Sweeps {
    static final int RAM = 30;
    static final int DISKS = 15;
    static final int[] BUFFER_FLASH = {60, 240};
    static final int[] BUFFER_DISKS = {10, 15};
    /** Files of HDFS of fewer MiB are buffered; the last value includes all files. */
    static final int[] BUFFER_THRESHOLDS = {4, 16, 64, 128, 256, Integer.MAX_VALUE};

    private static final int MEGA = 1_000_000;

    /** Figure 9: systems by number of disks, without those of Figure 15. */
    final Map<Integer, SimulatedSystem> byDisks = new TreeMap<>();
    /** Systems by bandwidth of a disk in MB/s. */
    final Map<Integer, SimulatedSystem> byBandwidth = new TreeMap<>();
    /** Systems by time of a full seek in ms. */
    final Map<Integer, SimulatedSystem> bySeek = new TreeMap<>();
    /** Table 1: systems by longest delay of a request in ms. */
    final Map<Integer, SimulatedSystem> byJitter = new TreeMap<>();
    /** Figure 20: systems with a combined log by number of disks. */
    final Map<Integer, SimulatedSystem> combinedLog = new TreeMap<>();
    /** Figure 14. */
    final List<BufferedSystem> buffers = new ArrayList<>();

    /** Creates idle systems. */
    Sweeps(PaperDisk model) {
        Hardware hardware = new Hardware(RAM, 0, DISKS);
        for (int disks : new int[] {5, 25, 30}) {
            byDisks.put(disks, new SimulatedSystem(new Hardware(RAM, 0, disks), model));
        }
        for (int bandwidth : new int[] {50, 200, 400}) {
            byBandwidth.put(
                    bandwidth,
                    new SimulatedSystem(hardware, new PaperDisk((long) bandwidth * MEGA, model.fullSeekNanos())));
        }
        for (int seek : new int[] {2, 4, 5, 6, 8, 12}) {
            bySeek.put(seek, new SimulatedSystem(hardware, new PaperDisk(model.bytesPerSecond(), (long) seek * MEGA)));
        }
        for (int jitter : new int[] {1, 5, 10}) {
            byJitter.put(jitter, new JitterSystem(hardware, model, (long) jitter * MEGA));
        }
        for (int disks : new int[] {10, 15, 20, 25}) {
            combinedLog.put(disks, new CombinedLogSystem(new Hardware(RAM, 0, disks), model));
        }
        for (int flash : BUFFER_FLASH) {
            for (int disks : BUFFER_DISKS) {
                for (int threshold : BUFFER_THRESHOLDS) {
                    buffers.add(new BufferedSystem(new Hardware(RAM, flash, disks), model, threshold));
                }
            }
        }
    }

    List<SimulatedSystem> all() {
        List<SimulatedSystem> all = new ArrayList<>();
        List.of(byDisks, byBandwidth, bySeek, byJitter, combinedLog).forEach(sweep -> all.addAll(sweep.values()));
        all.addAll(buffers);
        return all;
    }

    BufferedSystem buffer(int flash, int disks, int threshold) {
        return buffers.stream()
                .filter(system ->
                        system.hardware().equals(new Hardware(RAM, flash, disks)) && system.megabytes() == threshold)
                .findFirst()
                .orElseThrow();
    }
}
