package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.cost.Front;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.request.Activity;

/** Comparison of a study with FAST '14. The tolerances reflect another input, unstated parameters and unlabeled plots. */
public final class CheckPoints {
    private static final double MB = 1 << 20;
    private static final double THOUSAND = 1e3;

    private final LayeredStudy study;
    private final double minutes;
    private final List<CheckPoint> points = new ArrayList<>();

    private CheckPoints(LayeredStudy study, double minutes) {
        this.study = study;
        this.minutes = minutes;
    }

    /**
     * Compares a finished study.
     *
     * @param study study
     * @param minutes simulated time
     */
    public static List<CheckPoint> of(LayeredStudy study, double minutes) {
        CheckPoints check = new CheckPoints(study, minutes);
        check.rates();
        check.disks();
        check.points.addAll(CacheChecks.of(study, minutes));
        check.points.addAll(DiskChecks.of(study, minutes));
        check.systems();
        return List.copyOf(check.points);
    }

    private double rate(Activity activity) {
        return rate(List.of(activity));
    }

    private double rate(List<Activity> activities) {
        double sum = 0;
        for (Activity activity : activities) {
            sum += study.totals.bytes(activity);
        }
        return sum / MB / minutes;
    }

    private void rates() {
        double writes = rate(Activity.WRITES);
        double reads = rate(Activity.READS);
        add("T1", "file-system reads, MB/min", Kind.INPUT, 576, reads, 0.05);
        add("T1", "file-system writes, MB/min", Kind.INPUT, 447, writes, 0.05);
        double flush = rate(Activity.FLUSH);
        add("4.1", "log bytes per flushed byte", Kind.INPUT, 10, rate(Activity.LOG) / flush, 0.1);
        add("4.1", "compaction bytes per flushed byte", Kind.INPUT, 17, rate(Activity.COMPACTION_WRITE) / flush, 0.1);
        add("T1", "bytes received, MB/min", Kind.INPUT, 305, study.totals.received() / MB / minutes, 0.05);
    }

    private void disks() {
        SimulatedSystem system = study.system(30, 0, 15);
        Slice sum = system.sum();
        DiskStatistics sums = sum.statistics();
        double slice = system.slices().size() * study.sliceMinutes();
        double readPages = pages(sums, Activity.READS);
        double writePages = pages(sums, Activity.WRITES);
        double pageMegabytes = Disk.PAGE / MB;
        double hits = study.hitRate(30) * study.touched();
        add("T1", "RAM reads, MB/min", Kind.CHECK, 287, hits * pageMegabytes / minutes, 0.1);
        // Without write-allocate and flash, each miss enters the cache.
        double misses = study.touched() - hits;
        add("T1", "RAM writes, MB/min", Kind.CHECK, 345, misses * pageMegabytes / minutes, 0.1);
        add("T1", "disk reads, MB/min", Kind.CHECK, 345, readPages * pageMegabytes / slice, 0.1);
        add("T1", "disk writes, MB/min", Kind.CHECK, 616, writePages * pageMegabytes / slice, 0.1);
        double user = requests(sums, Activity.USER_READ);
        double log = requests(sums, Activity.LOG);
        double flush = requests(sums, Activity.FLUSH);
        double compaction = requests(sums, Activity.COMPACTION_READ, Activity.COMPACTION_WRITE);
        add(
                "T1",
                "disk requests, K/min",
                Kind.CHECK,
                275.1,
                (user + log + flush + compaction) / THOUSAND / slice,
                0.15);
        add("T1", "user requests, K/min", Kind.CHECK, 65.8, user / THOUSAND / slice, 0.15);
        add("T1", "log requests, K/min", Kind.CHECK, 104.1, log / THOUSAND / slice, 0.15);
        add("T1", "flush requests, K/min", Kind.CHECK, 4.5, flush / THOUSAND / slice, 0.15);
        add("T1", "compaction requests, K/min", Kind.CHECK, 100.6, compaction / THOUSAND / slice, 0.15);
        double merged = sums.merged() / (log + flush + requests(sums, Activity.COMPACTION_WRITE));
        points.add(new CheckPoint("T1", "merged share of write requests", Kind.CHECK, "0.15", merged, 0.1, 0.2));
        times(sum, "all", Kind.CHECK, 6.17, 0.39, Activity.values());
        times(sum, "user", Kind.CHECK, 12.3, 0.84, Activity.USER_READ);
        times(sum, "log", Kind.CHECK, 2.47, 0.26, Activity.LOG);
        // The generator is calibrated to the execution times of flushes and compactions.
        times(sum, "flush", Kind.INPUT, 5.33, 0.15, Activity.FLUSH);
        times(sum, "compaction", Kind.INPUT, 6.0, 0.24, Activity.COMPACTION_READ, Activity.COMPACTION_WRITE);
    }

    private void times(Slice sums, String name, Kind kind, double queue, double execution, Activity... activities) {
        add("T1", "queue time, " + name + ", ms", Kind.CHECK, queue, sums.queueMillis(activities), 0.5);
        add("T1", "execution time, " + name + ", ms", kind, execution, sums.executionMillis(activities), 0.2);
    }

    private void systems() {
        SimulatedSystem a0 = study.system(10, 0, 10);
        SimulatedSystem a1 = study.system(10, 60, 10);
        double cost = Prices.PAPER.capex(a1.hardware()) / Prices.PAPER.capex(a0.hardware()) - 1;
        points.add(new CheckPoint("F15", "A1 over A0, 10 disks: cost, %", Kind.EXACT, "4.57", cost * 100, 4.57, 4.58));
        double faster = a0.foregroundMillis() / a1.foregroundMillis();
        points.add(new CheckPoint("F15", "A0 over A1: latency", Kind.CHECK, "3.5", faster, 2.5, 5));
        int front = Front.of(
                        study.systems,
                        system -> Prices.PAPER.capex(system.hardware()),
                        SimulatedSystem::foregroundMillis)
                .size();
        points.add(new CheckPoint("F15", "justifiable systems of 36", Kind.CHECK, "11", front, 8, 14));
        int gains = 0;
        for (int ram : LayeredStudy.RAM) {
            for (int disks : LayeredStudy.DISKS) {
                double gain = 1
                        - study.system(ram, 60, disks).foregroundMillis()
                                / study.system(ram, 0, disks).foregroundMillis();
                gains += gain > 0.4 ? 1 : 0;
            }
        }
        points.add(new CheckPoint("L10", "pairs of 9 with > 40% gain", Kind.CHECK, "6", gains, 5, 8));
        double seeks = study.system(30, 0, 20).foregroundMillis()
                / study.system(30, 0, 15).foregroundMillis();
        points.add(new CheckPoint("F9", "latency, 20 over 15 disks", Kind.SIGN, "< 1", seeks, 0, 1));
    }

    private static double pages(DiskStatistics sums, List<Activity> activities) {
        double count = 0;
        for (Activity activity : activities) {
            count += sums.pages(activity.index());
        }
        return count;
    }

    private static double requests(DiskStatistics sums, Activity... activities) {
        double count = 0;
        for (Activity activity : activities) {
            count += sums.requests(activity.index());
        }
        return count;
    }

    private void add(String where, String quantity, Kind kind, double paper, double value, double tolerance) {
        points.add(CheckPoint.relative(where, quantity, kind, paper, value, tolerance));
    }

    /** Returns the hardware, cost and latency of each system of Figure 15. */
    public static List<Priced> priced(LayeredStudy study) {
        return study.systems.stream()
                .map(system -> new Priced(
                        system.hardware(),
                        Prices.PAPER.capex(system.hardware()),
                        system.foregroundMillis(),
                        system.foregroundError()))
                .toList();
    }

    /**
     * System of Figure 15.
     *
     * @param hardware hardware
     * @param capex price in dollars
     * @param foregroundMillis mean latency of foreground requests
     * @param foregroundError its standard error, from the slices; NaN if there is one slice only
     */
    public record Priced(Hardware hardware, double capex, double foregroundMillis, double foregroundError) {}
}
