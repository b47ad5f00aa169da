package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.underbase.sim.cost.FlashWear;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.StackPass.Policy;

/** Values of the figures of FAST '14 from a study. */
public final class Figures {
    private static final double GB = 1 << 30;
    static final int[] SIZES = {10, 20, 30, 50, 70, 90, 100, 150, 200, 250, 300, 350, 400};

    private final LayeredStudy study;
    private final double minutes;
    private final List<Figure> figures = new ArrayList<>();

    private Figures(LayeredStudy study, double minutes) {
        this.study = study;
        this.minutes = minutes;
    }

    /**
     * Returns the figures of a finished study.
     *
     * @param study study
     * @param minutes simulated time
     */
    public static List<Figure> of(LayeredStudy study, double minutes) {
        Figures all = new Figures(study, minutes);
        all.disks();
        all.hitRates();
        all.tiers();
        all.crashes();
        all.buffers();
        all.localCompaction();
        all.combinedLog();
        all.policies();
        return all.figures;
    }

    /**
     * Returns those figures of a finished study that do not depend on disks.
     *
     * @param study study
     * @param minutes simulated time
     */
    public static List<Figure> ofCaches(LayeredStudy study, double minutes) {
        Figures all = new Figures(study, minutes);
        all.hitRates();
        all.tiers();
        all.crashes();
        all.localCompaction();
        all.policies();
        return all.figures;
    }

    /** Returns a line for each part of the figures that is omitted, because the input is too short or the part is wrong. */
    public static List<String> omitted(LayeredStudy study) {
        List<String> lines = new ArrayList<>();
        int[] filled = filledSizes(study);
        if (filled.length == 0) {
            lines.add("F10 and F18 are omitted: the input does not fill a cache of " + SIZES[0] + " GB, see --scale");
        } else if (filled.length < SIZES.length) {
            lines.add("F10 and F18 have caches of at most " + filled[filled.length - 1]
                    + " GB: the input does not fill larger ones");
        }
        if (study.caches.crashes().get(0).crashes() == 0) {
            lines.add("F13 is omitted: there was no crash, because the first one is simulated in inputs of at least "
                    + (CrashPass.crashHour(0) + CrashPass.OBSERVED / 2) + " hours");
        }
        PolicyPass.defect(study.caches.policies())
                .ifPresent(defect -> lines.add("Policies is omitted: a defect of the simulator, " + defect));
        return lines;
    }

    private static int[] filledSizes(LayeredStudy study) {
        return Arrays.stream(SIZES).filter(study.caches::areFilled).toArray();
    }

    private void disks() {
        Sweeps sweeps = study.sweeps;
        Map<Integer, SimulatedSystem> disks = new TreeMap<>(sweeps.byDisks);
        for (int count : LayeredStudy.DISKS) {
            disks.put(count, study.system(Sweeps.RAM, 0, count));
        }
        sweep("disks", disks);
        sweep("bandwidth, MB/s", sweeps.byBandwidth);
        sweep("full seek, ms", sweeps.bySeek);
    }

    private void sweep(String x, Map<Integer, SimulatedSystem> systems) {
        List<List<Double>> rows = new ArrayList<>();
        systems.forEach((value, system) -> rows.add(row(value, DiskChecks.latency(system))));
        add("F9", "mean latency of disk requests", List.of(x, "latency, ms"), rows);
    }

    private void hitRates() {
        List<List<Double>> rows = new ArrayList<>();
        for (int size : filledSizes(study)) {
            List<Double> row = row(size, study.hitRate(size));
            for (Policy policy : Policy.values()) {
                row.add(study.caches.stack(policy, false).hitRate(size));
            }
            study.caches.linux(size).ifPresent(pass -> row.add(pass.hitRate()));
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("cache, GB", "no-write-allocate, all pages"));
        Arrays.stream(Policy.values())
                .map(policy -> policy.label() + ", sample")
                .forEach(columns::add);
        study.caches.linux(SIZES[0]).ifPresent(pass -> columns.add("Linux, sample"));
        add("F10", "hit rate", columns, rows);
    }

    private void tiers() {
        List<List<Double>> rows = new ArrayList<>();
        for (KeepPass keep : study.caches.keeps()) {
            List<Double> row = row(keep.ram(), keep.flash(), study.hitRate(keep.ram()));
            row.add(keep.ramHitRate());
            row.add(study.hitRate(keep.ram() + keep.flash()));
            row.add(keep.hitRate());
            row.add(years(keep.flash(), study.counts.evictions(CacheSizes.index(keep.ram()))));
            row.add(years(keep.flash(), keep.flashWrites()));
            rows.add(row);
        }
        List<String> columns = List.of(
                "RAM, GB",
                "flash, GB",
                "RAM hits, promote",
                "RAM hits, keep",
                "hits, promote",
                "hits, keep",
                "years, promote",
                "years, keep");
        add("F11, F12", "hit rates and lifetime of flash", columns, rows);
    }

    private double years(int flash, long pages) {
        return FlashWear.DEFAULT.years(flash * GB, (double) pages * Disk.PAGE / minutes);
    }

    private void crashes() {
        List<CrashPass> passes = study.caches.crashes();
        List<List<Double>> rows = new ArrayList<>();
        for (int crash = 0; crash < passes.get(0).crashes(); crash++) {
            int at = CrashPass.crashHour(crash);
            for (int hour = at - 1; hour < at + CrashPass.OBSERVED / 2; hour++) {
                List<Double> row = row(hour);
                for (CrashPass pass : passes) {
                    row.add(pass.hitRate(hour));
                }
                rows.add(row);
            }
        }
        List<String> columns =
                passes.stream().map(pass -> pass.flashPercent() + "% flash").collect(Collectors.toList());
        columns.add(0, "hour");
        add("F13", "hit rate of 100 GB after crashes", columns, rows);
    }

    private void buffers() {
        List<List<Double>> rows = new ArrayList<>();
        for (int flash : Sweeps.BUFFER_FLASH) {
            for (int disks : Sweeps.BUFFER_DISKS) {
                double without = study.system(Sweeps.RAM, flash, disks).foregroundMillis();
                List<Double> row = row(flash, disks, without);
                for (int threshold : Sweeps.BUFFER_THRESHOLDS) {
                    row.add(study.sweeps.buffer(flash, disks, threshold).foregroundMillis());
                }
                rows.add(row);
            }
        }
        List<String> columns = new ArrayList<>(List.of("flash, GB", "disks", "no buffer"));
        for (int threshold : Sweeps.BUFFER_THRESHOLDS) {
            columns.add(threshold == Integer.MAX_VALUE ? "all" : "< " + threshold + " MB");
        }
        add("F14", "foreground latency in ms by size of buffered files", columns, rows);
    }

    private void localCompaction() {
        List<List<Double>> rows = new ArrayList<>();
        for (int size : filledSizes(study)) {
            List<Double> row = row(size);
            for (boolean local : new boolean[] {false, true}) {
                row.add(study.caches.stack(Policy.NO_WRITE_ALLOCATE, local).diskReads(size) / GB);
                row.add(study.caches.stack(Policy.WRITE_ALLOCATE, local).diskReads(size) / GB);
            }
            rows.add(row);
        }
        add(
                "F18",
                "disk reads in GB, without and with local compaction",
                List.of("cache, GB", "no-write-allocate", "write-allocate", "no-write-a., local", "write-a., local"),
                rows);
    }

    private void combinedLog() {
        List<List<Double>> rows = new ArrayList<>();
        study.sweeps.combinedLog.forEach((disks, with) -> {
            SimulatedSystem without =
                    study.sweeps.byDisks.getOrDefault(disks, disks > 20 ? null : study.system(Sweeps.RAM, 0, disks));
            List<Double> row = row(disks);
            for (SimulatedSystem system : List.of(without, with)) {
                Slice sum = system.sum();
                row.add(sum.millis(Activity.LOG));
                row.add(sum.millis(Activity.COMPACTION_READ, Activity.COMPACTION_WRITE));
                row.add(sum.millis(Activity.USER_READ));
            }
            rows.add(row);
        });
        add(
                "F20",
                "latency in ms at the disks, without and with combined log",
                List.of("disks", "log", "compaction", "user", "log, with", "compaction, with", "user, with"),
                rows);
    }

    private void policies() {
        if (PolicyPass.defect(study.caches.policies()).isPresent()) {
            return;
        }
        Map<Integer, List<PolicyPass>> sizes = study.caches.policies().stream()
                .collect(Collectors.groupingBy(PolicyPass::gigabytes, TreeMap::new, Collectors.toList()));
        List<String> columns = new ArrayList<>(List.of("cache, GB", "LRU, all pages"));
        List<List<Double>> rows = new ArrayList<>();
        sizes.forEach((size, passes) -> {
            List<Double> row = row(size, study.hitRate(size));
            passes.forEach(pass -> row.add(pass.hitRate()));
            passes.forEach(pass -> row.add(pass.error()));
            rows.add(row);
        });
        List<String> policies = PolicyPass.policies();
        columns.addAll(policies);
        policies.forEach(policy -> columns.add(policy + ", error"));
        String title = "hit rate by policy (beyond the paper): parts of the sample, mean and standard error";
        add("Policies", title, columns, rows);
    }

    private static List<Double> row(double... values) {
        return Arrays.stream(values).boxed().collect(Collectors.toCollection(ArrayList::new));
    }

    private void add(String name, String title, List<String> columns, List<List<Double>> rows) {
        if (!rows.isEmpty()) {
            figures.add(new Figure(name, title, columns, rows));
        }
    }
}
