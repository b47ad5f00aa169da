package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.cost.FlashWear;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.StackPass.Policy;

/** Comparison of hit rates, wear of flash, crashes and local compaction with FAST '14. */
final class CacheChecks {
    private static final double GB = 1 << 30;
    private static final double MOST = Double.POSITIVE_INFINITY;
    private static final int ALL_FLASH = 100;
    private static final int MOST_FLASH = 75;

    private final LayeredStudy study;
    private final SampledCaches caches;
    private final double minutes;
    private final List<CheckPoint> points = new ArrayList<>();

    private CacheChecks(LayeredStudy study, double minutes) {
        this.study = study;
        this.caches = study.caches;
        this.minutes = minutes;
    }

    static List<CheckPoint> of(LayeredStudy study, double minutes) {
        CacheChecks checks = new CacheChecks(study, minutes);
        checks.hitRates();
        checks.policies();
        checks.keepPolicy();
        checks.lifetimes();
        checks.crashes();
        checks.localCompaction();
        return checks.points;
    }

    private void hitRates() {
        hitRate(10, "0.14 to 0.26", 0.09, 0.31);
        hitRate(30, "0.45", 0.40, 0.50);
        hitRate(90, "0.63", 0.58, 0.68);
        hitRate(300, "0.80", 0.74, 0.86);
    }

    private void hitRate(int size, String paper, double low, double high) {
        filled(size, "F10", "hit rate, " + size + " GB", Kind.CHECK, paper, study.hitRate(size), low, high);
    }

    private void policies() {
        StackPass without = caches.stack(Policy.NO_WRITE_ALLOCATE, false);
        StackPass allocate = caches.stack(Policy.WRITE_ALLOCATE, false);
        StackPass hints = caches.stack(Policy.HINTS, false);
        for (int size : new int[] {30, 100}) {
            double gain = without.hitRate(size) - allocate.hitRate(size);
            filled(size, "F10", "no-write-allocate - write-allocate, " + size + " GB", Kind.SIGN, "> 0", gain, 0, MOST);
        }
        double small = hints.hitRate(30) - without.hitRate(30);
        filled(30, "F10", "hints - no-write-allocate, 30 GB", Kind.CHECK, "about 0", small, -0.03, 0.03);
        double large = hints.hitRate(300) - without.hitRate(300);
        filled(300, "F10", "hints - no-write-allocate, 300 GB", Kind.SIGN, "slightly > 0", large, 0, MOST);
    }

    private void keepPolicy() {
        caches.keep(30, 60).ifPresent(keep -> {
            double any = study.hitRate(90) - keep.hitRate();
            filled(90, "F11", "hit rate, promote - keep, 30 + 60 GB", Kind.CHECK, "very little", any, -0.03, 0.03);
            double ram = study.hitRate(30) - keep.ramHitRate();
            filled(30, "F11", "RAM hit rate, promote - keep", Kind.SIGN, "> 0", ram, 0, MOST);
        });
    }

    private void lifetimes() {
        OptionalDouble promote10 = promoteYears(10, 60);
        promote10.ifPresent(years -> add("F12", "years, promote, 10 + 60 GB", 2.5, years, 0.25));
        keepYears(10, 60).ifPresent(years -> add("F12", "years, keep, 10 + 60 GB", 5.2, years, 0.25));
        keepYears(10, 20).ifPresent(years -> add("F12", "years/GB, keep, 10 + 20 GB", 0.06, years / 20, 0.25));
        keepYears(10, 240).ifPresent(years -> add("F12", "years/GB, keep, 10 + 240 GB", 0.15, years / 240, 0.25));
        ratio("promote, 30 over 10 GB RAM", "1.58", promoteYears(30, 60), promote10, 1.35, 1.8);
        ratio("keep over promote, 30 + 240 GB", "2.7", keepYears(30, 240), promoteYears(30, 240), 2, 3.5);
        promoteYears(10, 20).ifPresent(years -> add(";login:", "years, promote, 10 + 20 GB", 0.8, years, 0.3));
        keepYears(30, 20).ifPresent(years -> add(";login:", "years, keep, 30 + 20 GB", 1.6, years, 0.3));
        int size = CacheSizes.index(30);
        // Pages that are still in a cache may be deleted later: without evictions, the share is unknown.
        if (study.counts.evictions(size) > 0) {
            double deleted = (double) study.counts.deleted(size) / study.counts.inserts(size);
            range("F12", "share deleted in 30 GB", Kind.CHECK, "0.14", deleted, 0.12, 0.16);
        }
    }

    private void ratio(
            String quantity, String paper, OptionalDouble years, OptionalDouble others, double low, double high) {
        if (years.isPresent() && others.isPresent()) {
            range(";login:", quantity, Kind.CHECK, paper, years.getAsDouble() / others.getAsDouble(), low, high);
        }
    }

    private void crashes() {
        CrashPass flash = caches.crash(ALL_FLASH);
        if (flash.crashes() == 0) {
            return;
        }
        double difference =
                caches.stack(Policy.NO_WRITE_ALLOCATE, false).hitRate(CrashPass.GIGABYTES) - flash.hitRate();
        range("F13", "hit rate, all flash with crashes - none", Kind.EXACT, "0", difference, 0, 0);
        CrashPass ram = caches.crash(0);
        add("F13", "extra disk reads, all RAM, GB", 26, ram.extraReads(flash) / GB, 0.5);
        add(
                "F13",
                "extra disk reads, 75% flash, GB",
                10,
                caches.crash(MOST_FLASH).extraReads(flash) / GB,
                0.5);
        range("F13", "recovery, all RAM, h", Kind.CHECK, "4 to 6", ram.recoveryHours(flash), 2, 9);
    }

    private void localCompaction() {
        double saved = study.totals.received(Activity.COMPACTION_WRITE);
        double share = 100 * saved / study.totals.received();
        points.add(CheckPoint.relative("F18", "network bytes saved, %", Kind.INPUT, 62, share, 0.05));
        extraReads(100, "1.18", saved);
        extraReads(30, "1.09", saved);
        double now = overhead(300, false);
        filled(300, "F18", "reads, write-allocate over no-, 300 GB", Kind.SIGN, "> 1", now, 1, MOST);
        double less = now - overhead(300, true);
        filled(300, "F18", "the same less with local compaction", Kind.SIGN, "> 0", less, 0, MOST);
    }

    private void extraReads(int size, String paper, double saved) {
        double extra = caches.stack(Policy.NO_WRITE_ALLOCATE, true).diskReads(size)
                - caches.stack(Policy.NO_WRITE_ALLOCATE, false).diskReads(size);
        String quantity = "disk reads per saved byte, " + size + " GB";
        filled(size, "F18", quantity, Kind.CHECK, paper, extra / saved, 1.05, 1.3);
    }

    private double overhead(int gigabytes, boolean localCompaction) {
        return caches.stack(Policy.WRITE_ALLOCATE, localCompaction).diskReads(gigabytes)
                / caches.stack(Policy.NO_WRITE_ALLOCATE, localCompaction).diskReads(gigabytes);
    }

    private OptionalDouble promoteYears(int ram, int flash) {
        return years(flash, study.counts.evictions(CacheSizes.index(ram)));
    }

    private OptionalDouble keepYears(int ram, int flash) {
        return years(flash, caches.keep(ram, flash).map(KeepPass::flashWrites).orElse(0L));
    }

    /** Returns the lifetime of flash; flash without writes has none. */
    private OptionalDouble years(int flash, long pages) {
        return pages == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(FlashWear.DEFAULT.years(flash * GB, (double) pages * Disk.PAGE / minutes));
    }

    private void add(String where, String quantity, double paper, double value, double tolerance) {
        points.add(CheckPoint.relative(where, quantity, Kind.CHECK, paper, value, tolerance));
    }

    /** Adds a comparison of a cache, unless the input does not fill it: then the value is that of a smaller one. */
    private void filled(
            int size, String where, String quantity, Kind kind, String paper, double value, double low, double high) {
        if (caches.areFilled(size)) {
            range(where, quantity, kind, paper, value, low, high);
        }
    }

    private void range(String where, String quantity, Kind kind, String paper, double value, double low, double high) {
        points.add(new CheckPoint(where, quantity, kind, paper, value, low, high));
    }
}
