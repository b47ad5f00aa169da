package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.request.Activity;

/** Comparison of changed disks, buffers, logs and times of requests with FAST '14. */
final class DiskChecks {
    private static final double MOST = Double.POSITIVE_INFINITY;
    private static final double PERCENT = 100;
    private static final Activity[] COMPACTION = {Activity.COMPACTION_READ, Activity.COMPACTION_WRITE};

    private final LayeredStudy study;
    private final Sweeps sweeps;
    private final SimulatedSystem base;
    private final List<CheckPoint> points = new ArrayList<>();

    private DiskChecks(LayeredStudy study) {
        this.study = study;
        this.sweeps = study.sweeps;
        this.base = study.system(Sweeps.RAM, 0, Sweeps.DISKS);
    }

    static List<CheckPoint> of(LayeredStudy study) {
        DiskChecks checks = new DiskChecks(study);
        checks.disks();
        checks.jitter();
        checks.buffers();
        checks.combinedLog();
        return checks.points;
    }

    private void disks() {
        double seek = latency(sweeps.bySeek.get(5));
        double disks = latency(sweeps.byDisks.get(30));
        double bandwidth = latency(sweeps.byBandwidth.get(200));
        sign("F9", "latency, 10 over 5 ms seek", "> 1", latency(base) / seek, 1);
        sign("F9", "latency, twice the disks over half the seek", "> 1", disks / seek, 1);
        sign("F9", "latency, twice the bandwidth over half the seek", "> 1", bandwidth / seek, 1);
    }

    private void jitter() {
        for (int milliseconds : new int[] {1, 10}) {
            SimulatedSystem system = sweeps.byJitter.get(milliseconds);
            double largest = 0;
            for (ToDoubleFunction<SimulatedSystem> statistic : statistics()) {
                double change = statistic.applyAsDouble(system) / statistic.applyAsDouble(base) - 1;
                largest = Math.max(largest, Math.abs(change));
            }
            points.add(new CheckPoint(
                    "T1",
                    "largest change by " + milliseconds + " ms jitter, %",
                    Kind.CHECK,
                    milliseconds == 1 ? "1.3" : "6.6",
                    largest * PERCENT,
                    0,
                    milliseconds == 1 ? 2 : 10));
        }
    }

    private static List<ToDoubleFunction<SimulatedSystem>> statistics() {
        List<ToDoubleFunction<SimulatedSystem>> statistics = new ArrayList<>();
        statistics.add(system -> writtenPages(system));
        for (Activity[] activities :
                new Activity[][] {Activity.values(), {Activity.USER_READ}, {Activity.LOG}, {Activity.FLUSH}, COMPACTION
                }) {
            statistics.add(system -> system.sum().queueMillis(activities));
            statistics.add(system -> system.sum().executionMillis(activities));
        }
        return statistics;
    }

    private static double writtenPages(SimulatedSystem system) {
        return Arrays.stream(Activity.values())
                .filter(Activity::isWrite)
                .mapToDouble(activity -> system.sum().statistics().pages(activity.index()))
                .sum();
    }

    private void buffers() {
        double best = 0;
        double worst = MOST;
        double spread = 0;
        for (int flash : Sweeps.BUFFER_FLASH) {
            for (int disks : Sweeps.BUFFER_DISKS) {
                double without = study.system(Sweeps.RAM, flash, disks).foregroundMillis();
                double least = without;
                double most = without;
                for (int threshold : Sweeps.BUFFER_THRESHOLDS) {
                    double with = sweeps.buffer(flash, disks, threshold).foregroundMillis();
                    best = Math.max(best, 1 - with / without);
                    least = threshold > 64 ? least : Math.min(least, with);
                    most = threshold > 64 ? most : Math.max(most, with);
                    worst = threshold < Integer.MAX_VALUE ? worst : Math.min(worst, with / without);
                }
                spread = Math.max(spread, most / least - 1);
            }
        }
        range("F14", "largest gain of a buffer, %", "4.8", best * PERCENT, 0, 10);
        sign("F14", "latency, all files buffered over none", "> 1", worst, 1);
        range("F14", "spread below 128 MB, %", "little", spread * PERCENT, 0, 5);
    }

    private void combinedLog() {
        Slice with = sweeps.combinedLog.get(Sweeps.DISKS).sum();
        Slice without = base.sum();
        range("F20", "log, without over with combined log", "6", log(without) / log(with), 4, 9);
        double compaction = PERCENT * (with.millis(COMPACTION) / without.millis(COMPACTION) - 1);
        range("F20", "compaction with combined log, %", "-12", compaction, -20, -5);
        double user = PERCENT * (with.millis(Activity.USER_READ) / without.millis(Activity.USER_READ) - 1);
        range("F20", "user reads with combined log, 15 disks, %", "-3.4", user, -8, 0);
        double few = sweeps.combinedLog.get(10).sum().millis(Activity.USER_READ)
                / study.system(Sweeps.RAM, 0, 10).sum().millis(Activity.USER_READ);
        sign("F20", "user reads, with over without, 10 disks", "> 1", few, 1);
    }

    private static double log(Slice slice) {
        return slice.millis(Activity.LOG);
    }

    /** Returns the mean latency of all requests to the disks in milliseconds. */
    static double latency(SimulatedSystem system) {
        return system.sum().millis(Activity.values());
    }

    private void sign(String where, String quantity, String paper, double value, double low) {
        points.add(new CheckPoint(where, quantity, Kind.SIGN, paper, value, low, MOST));
    }

    private void range(String where, String quantity, String paper, double value, double low, double high) {
        points.add(new CheckPoint(where, quantity, Kind.CHECK, paper, value, low, high));
    }
}
