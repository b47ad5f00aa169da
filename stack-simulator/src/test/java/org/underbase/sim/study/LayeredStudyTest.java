package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.synthetic.Calibration;
import org.underbase.sim.synthetic.Generator;

class LayeredStudyTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final int PAGE = 4096;

    private final LayeredStudy study = new LayeredStudy(2, PaperDisk.DEFAULT, 3, 1);

    @AfterEach
    void close() {
        study.close();
    }

    @Test
    void disksReceiveTheMissesOfTheirSlices() {
        study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
        study.request(HOUR, Activity.USER_READ, 1, 0, 2 * PAGE, false);
        study.request(2 * HOUR, Activity.USER_READ, 2, 0, PAGE, false);
        study.finish();

        SimulatedSystem system = study.system(10, 0, 15);
        int user = Activity.USER_READ.index();
        assertThat(system.sum().statistics().pages(user))
                .as("one miss in the second hour")
                .isOne();
        assertThat(system.foregroundMillis())
                .as("one hit and one miss")
                .isCloseTo((10 + PaperDisk.DEFAULT.transferNanos(PAGE) / 1e6) / 2, within(1e-3));
        assertThat(system.slices()).hasSize(1);
    }

    @Test
    void writesBypassTheCache() {
        study.request(HOUR, Activity.FLUSH, 1, 0, PAGE, true);
        study.request(HOUR + 1, Activity.COMPACTION_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(study.counts.touched(Activity.FLUSH.index())).isZero();
        assertThat(study.counts.hits(Activity.COMPACTION_READ.index(), CacheSizes.index(400)))
                .isZero();
        assertThat(study.totals.received()).isEqualTo(PAGE);
    }

    @Test
    void aDeletedFileIsInNoCache() {
        study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
        study.deleted(1, 1, PAGE);
        study.request(2, Activity.USER_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(study.counts.hits(Activity.USER_READ.index(), CacheSizes.index(400)))
                .isZero();
        assertThat(study.counts.deleted(CacheSizes.index(10))).isOne();
    }

    @Test
    void theMinuteBeforeASliceFillsTheQueuesOnly() {
        long second = 1_000_000_000;
        study.request(HOUR - 61 * second, Activity.FLUSH, 1, 0, PAGE, true);
        study.request(HOUR - 1, Activity.FLUSH, 1, PAGE, PAGE, true);
        study.request(HOUR, Activity.USER_READ, 1, 0, PAGE, false);
        study.finish();

        SimulatedSystem system = study.system(10, 0, 15);
        assertThat(system.sum().statistics().pages(Activity.FLUSH.index())).isZero();
        assertThat(system.sum().statistics().queueNanos(Activity.USER_READ.index()))
                .as("the read waits for the write before the slice")
                .isGreaterThan(PaperDisk.DEFAULT.fullSeekNanos() - 1.0);
    }

    @Test
    void readsOfAnotherMachinesCompactionNeedLocalCompaction() {
        study.request(HOUR, Activity.COMPACTION_READ, 1, 0, PAGE, true);
        study.finish();

        assertThat(study.counts.touched(Activity.COMPACTION_READ.index())).isZero();
        assertThat(study.totals.bytes(Activity.COMPACTION_READ)).isZero();
    }

    @Test
    void threadsDoNotChangeResults() {
        assertThat(latencies(3)).isEqualTo(latencies(1));
    }

    private static List<Double> latencies(int threads) {
        try (LayeredStudy each = new LayeredStudy(1, PaperDisk.DEFAULT, 1, threads)) {
            Generator generator = new Generator(Calibration.PAPER, 5, each);
            generator.start(HOUR);
            generator.runUntil(HOUR / 180);
            each.finish();
            return each.systems.stream().map(SimulatedSystem::foregroundMillis).toList();
        }
    }

    @Test
    void aTruncatedInputIsComparedWithTheCompleteOne() {
        int days = 10;
        try (LayeredStudy each = new LayeredStudy(24, PaperDisk.DEFAULT, 24 * days, 1)) {
            for (int day = 0; day < days; day++) {
                for (int read = 0; read < (day < 6 ? 2 : 3); read++) {
                    each.request((24 * day + 23) * HOUR + read, Activity.USER_READ, 3 * day + read, 0, PAGE, false);
                }
            }
            each.finish();

            assertThat(CheckPoints.of(each, 24.0 * 60 * days))
                    .filteredOn(point -> point.quantity().equals("largest change without the last 4 days, %"))
                    .singleElement()
                    .satisfies(point -> assertThat(point.value())
                            .as("2 instead of 2.4 reads a day")
                            .isCloseTo(100 * (1 - 2 / 2.4), within(1e-9)));
        }
    }

    @Test
    void anInputThatFillsNoCacheHasNoFiguresOfCaches() {
        study.request(HOUR, Activity.USER_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(Figures.of(study, 180)).extracting(Figure::name).doesNotContain("F10", "F13", "F18");
        assertThat(CheckPoints.of(study, 180))
                .noneMatch(point -> point.where().matches("F10|F13"))
                .noneMatch(point -> point.quantity().startsWith("share deleted"));
        assertThat(Figures.omitted(study))
                .containsExactly(
                        "F10 and F18 are omitted: the input does not fill a cache of 10 GB, see --scale",
                        "F13 is omitted: there was no crash, because the first one is simulated in inputs of at least"
                                + " 48 hours");
    }

    @Test
    void slicesWithoutRequestsHaveNoChange() {
        study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(CheckPoints.of(study, 180))
                .filteredOn(point -> point.quantity().startsWith("largest change"))
                .isNotEmpty()
                .allMatch(point -> Double.isNaN(point.value()));
    }

    @Test
    void anInputThatFillsNoCacheHasNoComparisonsOfFlash() {
        try (LayeredStudy each = new LayeredStudy(12, PaperDisk.DEFAULT, 24, 1)) {
            each.request(11 * HOUR, Activity.USER_READ, 1, 0, PAGE, false);
            each.finish();

            assertThat(each.caches.keep(30, 240)).isPresent();
            assertThat(CheckPoints.of(each, 24 * 60))
                    .noneMatch(point -> point.where().matches("F11|F12|;login:"));
        }
    }

    @Test
    void figuresHaveTheCachesThatTheInputFills() {
        int pagesPerGigabyte = 4;
        Sample all = new Sample(0, pagesPerGigabyte);
        StudySetup setup = new StudySetup(PaperDisk.DEFAULT, 1, HOUR, 1, 1 << 16, all, 400);
        try (LayeredStudy each = new LayeredStudy(setup)) {
            each.request(0, Activity.USER_READ, 1, 0, 20 * pagesPerGigabyte * PAGE, false);
            each.request(1, Activity.FLUSH, 2, 0, 10 * pagesPerGigabyte * PAGE, false);
            each.finish();

            assertThat(Figures.ofCaches(each, 60))
                    .filteredOn(figure -> figure.name().matches("F10|F18"))
                    .hasSize(2)
                    .allSatisfy(figure -> assertThat(figure.rows())
                            .as("write-allocate caches of 30 GB contain all pages")
                            .extracting(row -> row.get(0))
                            .containsExactly(10.0, 20.0));
            assertThat(Figures.omitted(each))
                    .startsWith("F10 and F18 have caches of at most 20 GB: the input does not fill larger ones");
        }
    }

    @Test
    void cachesHavePagesAtTheLargestScaleOfALongTrace() {
        assertThat(StudySetup.ofTrace(PaperDisk.DEFAULT, 1, HOUR, 1L << 40, 1, 1 << 16)
                        .sample()
                        .pages(1))
                .isPositive();
    }

    @Test
    void theErrorOfAMeanIsThatOfItsSlices() {
        assertThat(Slice.standardError(new double[] {1, 3})).isEqualTo(1);
        assertThat(Slice.standardError(new double[] {1})).isNaN();
    }
}
