package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.StudySetup;

/** Effects of features on requests of two minutes, in six slices, whose latencies and bytes are computed by hand. */
class FeatureEffectTest {
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 120;
    private static final double MEGABYTE = 1 << 20;
    private static final double BIN = 3.2;
    /** Time of a page: 0.04 ms. */
    private static final PaperDisk DISK = new PaperDisk(PAGE * 25_000L, 10_000_000);

    private static final Alternative BASE =
            Alternative.of("baseline", new Hardware(1.0 * PAGE / (1 << 30), 0, 4), Prices.PAPER, DISK);

    private static List<Outcome> simulate(String feature, Consumer<RequestListener> requests) {
        return simulate(BASE, feature, requests);
    }

    private static List<Outcome> simulate(Alternative base, String feature, Consumer<RequestListener> requests) {
        StudySetup setup = StudySetup.ofTrace(DISK, 1, SECONDS * SECOND, 1, 1, 1);
        try (AlternativesStudy study = new AlternativesStudy(List.of(base, Change.apply(base, feature)), setup)) {
            requests.accept(study);
            return study.finish(SECONDS / 60.0);
        }
    }

    /** Each slice begins with a seek. */
    private static void readsAndLogs(RequestListener to) {
        for (int second = 0; second < SECONDS; second++) {
            long time = second * SECOND;
            to.request(time, Activity.USER_READ, 1, second * PAGE, PAGE, false);
            // A page is skipped, which takes 0.04 ms.
            to.request(time, Activity.LOG, 4, 2 * second * PAGE, PAGE, true);
        }
    }

    @Test
    void hsyncMakesLogsForeground() {
        List<Outcome> outcomes = simulate("hsync", FeatureEffectTest::readsAndLogs);
        double read = (10.04 + 19 * 0.04) / 20;
        double log = (10.04 + 19 * 0.08) / 20;

        assertThat(outcomes.get(0).value(Metric.READ_MEAN)).isCloseTo(read, within(1e-6));
        assertThat(outcomes.get(0).value(Metric.LOG_MEAN)).isCloseTo(log, within(1e-6));
        assertThat(outcomes.get(0).value(Metric.FOREGROUND_MEAN)).isCloseTo(read, within(1e-6));
        assertThat(outcomes.get(1).value(Metric.FOREGROUND_MEAN)).isCloseTo((read + log) / 2, within(1e-6));
        assertThat(outcomes.get(1).value(Metric.READ_MEAN)).isCloseTo(read, within(1e-6));
    }

    @Test
    void percentilesAreThoseOfPageRequests() {
        List<Outcome> outcomes = simulate("hsync", FeatureEffectTest::readsAndLogs);

        // 6 of 120 requests seek.
        assertThat(outcomes.get(0).value(Metric.READ_P50)).isCloseTo(0.04, withinPercentage(BIN));
        assertThat(outcomes.get(0).value(Metric.READ_P99)).isCloseTo(10.04, withinPercentage(BIN));
        assertThat(outcomes.get(0).value(Metric.LOG_P50)).isCloseTo(0.08, withinPercentage(BIN));
        // 114 of 240 requests take 0.04 ms.
        assertThat(outcomes.get(1).value(Metric.FOREGROUND_P50)).isCloseTo(0.08, withinPercentage(BIN));
        Difference same = Difference.of(Metric.READ_P99, outcomes.get(1), outcomes.get(0));
        assertThat(same.isSignificant()).isFalse();
        assertThat(same.value()).isZero();
    }

    @Test
    void compressedLogsWriteWholePages() {
        List<Outcome> outcomes = simulate("wal-compression=4", to -> {
            for (int second = 0; second < SECONDS; second++) {
                to.request(second * SECOND, Activity.LOG, 4, 8 * second * PAGE, 8 * PAGE, second % 2 == 0);
            }
        });

        for (Metric metric : List.of(Metric.FS_WRITES, Metric.DISK_WRITES)) {
            assertThat(outcomes.get(0).value(metric)).as(metric.id()).isCloseTo(60 * 8 * PAGE / MEGABYTE, within(1e-6));
            assertThat(outcomes.get(1).value(metric)).as(metric.id()).isCloseTo(60 * 2 * PAGE / MEGABYTE, within(1e-6));
        }
        assertThat(outcomes.get(1).value(Metric.NETWORK)).isEqualTo(30 * 2 * PAGE / MEGABYTE);
        assertThat(outcomes.get(1).value(Metric.HDFS_WRITES)).isEqualTo(30 * 2 * PAGE / MEGABYTE);
        List<Outcome> small = simulate("wal-compression=4", to -> {
            for (int second = 0; second < SECONDS; second++) {
                to.request(second * SECOND, Activity.LOG, 4, second * PAGE, PAGE, false);
            }
        });
        assertThat(small.get(1).value(Metric.DISK_WRITES))
                .as("a sync writes at least a page")
                .isCloseTo(60 * PAGE / MEGABYTE, within(1e-6));
    }

    /** Pages A, B, A, A at a time: RAM and flash have space for one each. */
    private static void reads(RequestListener to) {
        int[] pages = {0, 1, 0, 0};
        for (int i = 0; i < pages.length; i++) {
            to.request(i * SECOND, Activity.USER_READ, 1, pages[i] * PAGE, PAGE, false);
        }
        to.request((SECONDS - 1) * SECOND, Activity.FLUSH, 2, 0, PAGE, false);
    }

    @Test
    void flashThatKeepsPagesIsWrittenLess() {
        double page = PAGE / MEGABYTE / (SECONDS / 60.0);
        Outcome promote = simulate("flash=4k", FeatureEffectTest::reads).get(1);
        Outcome keep = simulate("flash=4k:keep", FeatureEffectTest::reads).get(1);

        // Evicted to flash: A by B, then B by the promoted A.
        assertRates(promote, page, 1, 3, 1, 2, 2);
        // A enters flash when B enters RAM, and stays there.
        assertRates(keep, page, 0, 2, 2, 1, 2);
        assertThat(promote.flashYears() * 2).isCloseTo(keep.flashYears(), within(1e-9));
        // 0.5 ms for each of two hits in flash; a seek, and an adjacent page.
        assertThat(keep.value(Metric.READ_MEAN)).isCloseTo((10.04 + 0.04 + 2 * 0.5) / 4, within(1e-6));
        assertThat(promote.value(Metric.READ_MEAN)).isCloseTo((10.04 + 0.04 + 0.5) / 4, within(1e-6));
    }

    @Test
    void tiersHaveTheirOwnDisks() {
        Tier fast = new Tier("fast", 1, 1, DISK.bytesPerSecond(), 1_000_000, 400);
        Tier disk = new Tier("disk", 1, 2, DISK.bytesPerSecond(), 10_000_000, 100);
        Alternative tiered = BASE.with(FileLayout.TRACED.withTiers(List.of(fast, disk)));
        Outcome outcome = simulate(tiered, "tier=fast=1,disk=2", to -> {
                    // The rank of the tier is the remainder of the number of the file.
                    to.request(0, Activity.USER_READ, 2, 0, PAGE, false);
                    to.request(1, Activity.USER_READ, 3, 0, PAGE, false);
                    to.request(2, Activity.LOG, 4, 0, PAGE, false);
                })
                .get(1);

        assertThat(outcome.value(Metric.READ_MEAN)).isCloseTo((1.04 + 10.04) / 2, within(1e-6));
        assertThat(outcome.value(Metric.LOG_MEAN)).as("the read, then a seek").isCloseTo(2 * 1.04 - 2e-6, within(1e-6));
        assertThat(outcome.capex()).isCloseTo(400 + 2 * 100, within(0.001));
    }

    private static void assertRates(
            Outcome outcome, double page, int ramReads, int ramWrites, int flashReads, int flashWrites, int diskReads) {
        assertThat(outcome.value(Metric.RAM_READS)).isEqualTo(ramReads * page);
        assertThat(outcome.value(Metric.RAM_WRITES)).isEqualTo(ramWrites * page);
        assertThat(outcome.value(Metric.FLASH_READS)).isEqualTo(flashReads * page);
        assertThat(outcome.value(Metric.FLASH_WRITES)).isEqualTo(flashWrites * page);
        assertThat(outcome.value(Metric.DISK_READS)).isCloseTo(diskReads * page, within(1e-6));
    }
}
