package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.cost.FlashWear;
import org.underbase.sim.cost.Front;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.request.Activity;

/** Comparison of a study with FAST '14. The tolerances reflect another input, unstated parameters and unlabeled plots. */
public final class CheckPoints {
    private static final double MB = 1 << 20;
    private static final double GB = 1 << 30;
    private static final double THOUSAND = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MOST = Double.POSITIVE_INFINITY;

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
        check.hitRates();
        check.lifetimes();
        check.systems();
        return List.copyOf(check.points);
    }

    private double rate(Activity... activities) {
        double sum = 0;
        for (Activity activity : activities) {
            sum += study.totals.bytes(activity);
        }
        return sum / MB / minutes;
    }

    private void rates() {
        double writes = rate(Activity.LOG, Activity.FLUSH, Activity.COMPACTION_WRITE);
        double reads = rate(Activity.USER_READ, Activity.COMPACTION_READ);
        add("T1", "file-system reads, MB/min", Kind.INPUT, 576, reads, 0.05);
        add("T1", "file-system writes, MB/min", Kind.INPUT, 447, writes, 0.05);
        double flush = rate(Activity.FLUSH);
        add("4.1", "log bytes per flushed byte", Kind.INPUT, 10, rate(Activity.LOG) / flush, 0.1);
        add("4.1", "compaction bytes per flushed byte", Kind.INPUT, 17, rate(Activity.COMPACTION_WRITE) / flush, 0.1);
        add("T1", "bytes received, MB/min", Kind.INPUT, 305, study.totals.received() / MB / minutes, 0.05);
    }

    private void disks() {
        SimulatedSystem system = study.system(30, 0, 15);
        DiskStatistics sums = system.sum().statistics();
        double slice = system.slices().size() * Slice.MINUTES;
        double readPages = pages(sums, Activity.USER_READ, Activity.COMPACTION_READ);
        double writePages = pages(sums, Activity.LOG, Activity.FLUSH, Activity.COMPACTION_WRITE);
        double pageMegabytes = Disk.PAGE / MB;
        double touched = touched();
        double hits = hits(30) * touched;
        add("T1", "RAM reads, MB/min", Kind.CHECK, 287, hits * pageMegabytes / minutes, 0.1);
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
        times(sums, "all", 6.17, 0.39, Activity.values());
        times(sums, "user", 12.3, 0.84, Activity.USER_READ);
        times(sums, "log", 2.47, 0.26, Activity.LOG);
        times(sums, "flush", 5.33, 0.15, Activity.FLUSH);
        times(sums, "compaction", 6.0, 0.24, Activity.COMPACTION_READ, Activity.COMPACTION_WRITE);
    }

    private void times(DiskStatistics sums, String name, double queue, double execution, Activity... activities) {
        double queueSum = 0;
        double executionSum = 0;
        for (Activity activity : activities) {
            queueSum += sums.queueNanos(activity.index());
            executionSum += sums.executionNanos(activity.index());
        }
        double count = requests(sums, activities) * NANOS_PER_MILLI;
        add("T1", "queue time, " + name + ", ms", Kind.CHECK, queue, queueSum / count, 0.5);
        add("T1", "execution time, " + name + ", ms", Kind.CHECK, execution, executionSum / count, 0.2);
    }

    private void hitRates() {
        points.add(new CheckPoint("F10", "hit rate, 10 GB", Kind.CHECK, "0.14 to 0.26", hits(10), 0.09, 0.31));
        points.add(new CheckPoint("F10", "hit rate, 30 GB", Kind.CHECK, "0.45", hits(30), 0.40, 0.50));
        points.add(new CheckPoint("F10", "hit rate, 90 GB", Kind.CHECK, "0.63", hits(90), 0.58, 0.68));
        points.add(new CheckPoint("F10", "hit rate, 300 GB", Kind.CHECK, "0.80", hits(300), 0.74, 0.86));
        keep(30, 60).ifPresent(keep -> {
            points.add(new CheckPoint(
                    "F11",
                    "hit rate, promote - keep, 30 + 60 GB",
                    Kind.CHECK,
                    "very little",
                    hits(90) - keep.hitRate(),
                    -0.03,
                    0.03));
            points.add(new CheckPoint(
                    "F11", "RAM hit rate, promote - keep", Kind.SIGN, "> 0", hits(30) - keep.ramHitRate(), 0, MOST));
        });
    }

    private void lifetimes() {
        double promote10 = promoteYears(10, 60);
        add("F12", "years, promote, 10 + 60 GB", Kind.CHECK, 2.5, promote10, 0.25);
        keepYears(10, 60).ifPresent(years -> add("F12", "years, keep, 10 + 60 GB", Kind.CHECK, 5.2, years, 0.25));
        keepYears(10, 20)
                .ifPresent(years -> add("F12", "years/GB, keep, 10 + 20 GB", Kind.CHECK, 0.06, years / 20, 0.25));
        keepYears(10, 240)
                .ifPresent(years -> add("F12", "years/GB, keep, 10 + 240 GB", Kind.CHECK, 0.15, years / 240, 0.25));
        double ratio = promoteYears(30, 60) / promote10;
        points.add(new CheckPoint(";login:", "promote, 30 over 10 GB RAM", Kind.CHECK, "1.58", ratio, 1.35, 1.8));
        keepYears(30, 240).ifPresent(years -> {
            double gain = years / promoteYears(30, 240);
            points.add(new CheckPoint(";login:", "keep over promote, 30 + 240 GB", Kind.CHECK, "2.7", gain, 2, 3.5));
        });
        int size = CacheSizes.index(30);
        double deleted = (double) study.counts.deleted(size) / study.counts.inserts(size);
        points.add(new CheckPoint("F12", "share deleted in 30 GB", Kind.CHECK, "0.14", deleted, 0.12, 0.16));
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

    private double touched() {
        return (double) study.counts.touched(Activity.USER_READ.index())
                + study.counts.touched(Activity.COMPACTION_READ.index());
    }

    private double hits(int gigabytes) {
        int size = CacheSizes.index(gigabytes);
        return (study.counts.hits(Activity.USER_READ.index(), size)
                        + study.counts.hits(Activity.COMPACTION_READ.index(), size))
                / touched();
    }

    private Optional<KeepPass> keep(int ram, int flash) {
        return study.keepCaches.stream().filter(keep -> keep.has(ram, flash)).findFirst();
    }

    private double promoteYears(int ram, int flash) {
        return years(flash, study.counts.evictions(CacheSizes.index(ram)));
    }

    private OptionalDouble keepYears(int ram, int flash) {
        return keep(ram, flash).stream()
                .mapToDouble(cache -> years(flash, cache.flashWrites()))
                .findFirst();
    }

    private double years(int flash, long pages) {
        return FlashWear.DEFAULT.years(flash * GB, (double) pages * Disk.PAGE / minutes);
    }

    private static double pages(DiskStatistics sums, Activity... activities) {
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
