package org.underbase.sim.study;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;

/** Bytes at each layer of a system, in MiB per minute. */
final class LayerRates {
    private static final double MB = 1 << 20;
    private static final double PAGES = Disk.PAGE / MB;

    private LayerRates() {}

    /**
     * Computes the rates.
     *
     * @param lane requests of the system
     * @param system simulated system
     * @param minutes simulated time of requests and caches
     * @param sliceMinutes simulated time of the disks
     */
    static Map<Metric, Double> of(Lane lane, SimulatedSystem system, double minutes, double sliceMinutes) {
        CacheUse use = lane.use(system);
        Slice sum = system.sum();
        Map<Metric, Double> rates = new EnumMap<>(Metric.class);
        rates.put(Metric.HDFS_READS, lane.read() / MB / minutes);
        rates.put(Metric.HDFS_WRITES, (lane.written() - lane.replicated()) / MB / minutes);
        rates.put(Metric.NETWORK, lane.received() / MB / minutes);
        rates.put(Metric.FS_READS, lane.read() / MB / minutes);
        rates.put(Metric.FS_WRITES, lane.written() / MB / minutes);
        rates.put(Metric.RAM_READS, use.ramReads() * PAGES / minutes);
        rates.put(Metric.RAM_WRITES, use.ramWrites() * PAGES / minutes);
        rates.put(Metric.FLASH_READS, use.flashReads() * PAGES / minutes);
        rates.put(Metric.FLASH_WRITES, use.flashWrites() * PAGES / minutes);
        rates.put(Metric.DISK_READS, pages(sum, Activity.READS) * PAGES / sliceMinutes);
        rates.put(Metric.DISK_WRITES, pages(sum, Activity.WRITES) * PAGES / sliceMinutes);
        return rates;
    }

    private static double pages(Slice sum, List<Activity> activities) {
        return activities.stream().mapToDouble(sum::pages).sum();
    }
}
