package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.request.Activity;

/** Comparison of changed disks, buffers, logs and times of requests with FAST '14. */
final class DiskChecks {
    private static final double MOST = Double.POSITIVE_INFINITY;
    private static final double PERCENT = 100;
    private static final double MINUTES_PER_DAY = 1440;
    private static final Activity[] COMPACTION = {Activity.COMPACTION_READ, Activity.COMPACTION_WRITE};

    private final LayeredStudy study;
    private final double minutes;
    private final Sweeps sweeps;
    private final SimulatedSystem base;
    private final List<CheckPoint> points = new ArrayList<>();

    private DiskChecks(LayeredStudy study, double minutes) {
        this.study = study;
        this.minutes = minutes;
        this.sweeps = study.sweeps;
        this.base = study.system(Sweeps.RAM, 0, Sweeps.DISKS);
    }

    static List<CheckPoint> of(LayeredStudy study, double minutes) {
        DiskChecks checks = new DiskChecks(study, minutes);
        checks.disks();
        checks.jitter();
        checks.truncation();
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
            double largest = largestChange(system.slices(), base.slices());
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

    /** Compares an input that ends some days early with the complete one, as far as it is longer than that. */
    private void truncation() {
        for (int days : new int[] {2, 4}) {
            List<Slice> all = base.slices();
            int kept = (int) (all.size() * (1 - days * MINUTES_PER_DAY / minutes));
            if (kept > 0) {
                double largest = largestChange(all.subList(0, kept), all);
                range("T1", "largest change without the last " + days + " days, %", "18.4", largest * PERCENT, 0, 20);
            }
        }
    }

    /** Returns the largest relative change of a rate or time of the default system; not a number without requests. */
    private static double largestChange(List<Slice> changed, List<Slice> original) {
        double[] from = statistics(original);
        double[] to = statistics(changed);
        return IntStream.range(0, from.length)
                .mapToDouble(i -> Math.abs(to[i] / from[i] - 1))
                .filter(change -> !Double.isNaN(change))
                .max()
                .orElse(Double.NaN);
    }

    private static double[] statistics(List<Slice> slices) {
        Slice sum = new Slice();
        slices.forEach(sum::add);
        DoubleStream.Builder values = DoubleStream.builder();
        for (boolean write : new boolean[] {false, true}) {
            values.add(Arrays.stream(Activity.values())
                            .filter(activity -> activity.isWrite() == write)
                            .mapToDouble(activity -> sum.statistics().pages(activity.index()))
                            .sum()
                    / slices.size());
        }
        for (Activity[] activities :
                new Activity[][] {Activity.values(), {Activity.USER_READ}, {Activity.LOG}, {Activity.FLUSH}, COMPACTION
                }) {
            values.add(sum.queueMillis(activities));
            values.add(sum.executionMillis(activities));
        }
        return values.build().toArray();
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
