package org.underbase.sim.study;

import java.util.EnumMap;
import java.util.Map;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;

/** Bytes at each layer of a system by activity, in MiB per minute. */
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
    static Map<Metric, Map<Activity, Double>> of(
            Lane lane, SimulatedSystem system, double minutes, double sliceMinutes) {
        CacheUse use = lane.use(system);
        Slice sum = system.sum();
        Map<Metric, Map<Activity, Double>> rates = new EnumMap<>(Metric.class);
        Metric.layers().forEach(metric -> rates.put(metric, new EnumMap<>(Activity.class)));
        for (Activity activity : Activity.values()) {
            boolean isWrite = activity.isWrite();
            double bytes = lane.bytes(activity);
            double own = bytes - lane.replicated(activity);
            double disk = sum.pages(activity) * PAGES / sliceMinutes;
            rates.get(Metric.HDFS_READS).put(activity, isWrite ? 0 : bytes / MB / minutes);
            rates.get(Metric.HDFS_WRITES).put(activity, isWrite ? own / MB / minutes : 0);
            rates.get(Metric.NETWORK).put(activity, lane.received(activity) / MB / minutes);
            rates.get(Metric.FS_READS).put(activity, isWrite ? 0 : bytes / MB / minutes);
            rates.get(Metric.FS_WRITES).put(activity, isWrite ? bytes / MB / minutes : 0);
            rates.get(Metric.RAM_READS).put(activity, use.ramReads(activity) * PAGES / minutes);
            rates.get(Metric.RAM_WRITES).put(activity, use.ramWrites(activity) * PAGES / minutes);
            rates.get(Metric.FLASH_READS).put(activity, use.flashReads(activity) * PAGES / minutes);
            rates.get(Metric.FLASH_WRITES).put(activity, use.flashWrites(activity) * PAGES / minutes);
            rates.get(Metric.DISK_READS).put(activity, isWrite ? 0 : disk);
            rates.get(Metric.DISK_WRITES).put(activity, isWrite ? disk : 0);
        }
        return rates;
    }
}
