package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.study.Alternative.Switch;

/** Requests of two minutes below the page cache of Linux, in six slices, computed by hand. */
class LinuxSystemTest {
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 120;
    private static final int RAM_PAGES = 10_000;
    private static final double MEGABYTE = 1 << 20;
    private static final double MINUTES = SECONDS / 60.0;
    private static final double PAGES_PER_GIGABYTE = 1 << 18;
    /** Time of a page: 0.04 ms. */
    private static final PaperDisk DISK = new PaperDisk(PAGE * 25_000L, 10_000_000);

    private static Outcome simulate(double flash, Consumer<RequestListener> requests, Switch... switches) {
        Hardware hardware = new Hardware(RAM_PAGES / PAGES_PER_GIGABYTE, flash, 2);
        Alternative alternative =
                Alternative.of("one", hardware, Prices.PAPER, DISK).with(Switch.LINUX_CACHE);
        for (Switch one : Arrays.asList(switches)) {
            alternative = alternative.with(one);
        }
        StudySetup setup = StudySetup.ofTrace(DISK, 1, SECONDS * SECOND, 1, 1, 1);
        try (AlternativesStudy study = new AlternativesStudy(List.of(alternative), setup)) {
            requests.accept(study);
            // The last slice.
            study.placed((SECONDS - 1) * SECOND, 9, PAGE, 2 * PAGE);
            return study.finish(MINUTES).get(0);
        }
    }

    private static double pages(Outcome outcome, Metric metric) {
        return outcome.value(metric) * MINUTES * MEGABYTE / PAGE;
    }

    /** A block of 100 pages, and a log that grows by half a page per second, with checksums. */
    private static void blockAndLog(RequestListener to) {
        to.placed(0, 0, 100 * PAGE, 101 * PAGE);
        to.placed(0, 1, 60 * PAGE, 61 * PAGE);
        to.request(0, Activity.FLUSH, 0, 0, 100 * PAGE, false);
        to.request(0, Activity.FLUSH, 0, 100 * PAGE, 3207, false);
        for (int second = 0; second < SECONDS; second++) {
            to.request(second * SECOND, Activity.LOG, 1, second * PAGE / 2, PAGE / 2, false);
            to.request(second * SECOND, Activity.LOG, 1, 60 * PAGE + 7 + second * 16, 16, false);
        }
    }

    @Test
    void writesWaitForNoDiskAndAreWrittenAfterThirtySeconds() {
        Outcome outcome = simulate(0, LinuxSystemTest::blockAndLog);

        assertThat(outcome.value(Metric.LOG_MEAN)).isNaN();
        // At 30, 60 and 90 s, 15 pages of the log and one of its checksums.
        assertThat(pages(outcome, Metric.DISK_WRITES)).isCloseTo(101 + 3 * 16, within(1e-6));
        assertThat(outcome.value(Metric.DISK_READS)).isZero();
    }

    @Test
    void syncsWaitForTheDisk() {
        Outcome outcome = simulate(0, LinuxSystemTest::blockAndLog, Switch.HSYNC);

        // Each record and each of its checksums seeks; a page takes 0.04 ms.
        assertThat(outcome.value(Metric.LOG_MEAN)).isGreaterThan(0.04);
        assertThat(pages(outcome, Metric.DISK_WRITES)).isCloseTo(101 + 2 * SECONDS, within(1e-6));
    }

    @Test
    void aCombinedLogWritesSyncedBytesTwice() {
        Outcome without = simulate(0, LinuxSystemTest::blockAndLog, Switch.COMBINED_LOG);
        Outcome with = simulate(0, LinuxSystemTest::blockAndLog, Switch.COMBINED_LOG, Switch.HSYNC);

        double journal = pages(with, Metric.DISK_WRITES) - pages(without, Metric.DISK_WRITES);
        assertThat(journal).isBetween(SECONDS * 1.0, 2.0 * SECONDS);
        assertThat(with.value(Metric.LOG_MEAN)).isLessThan(10);
    }

    @Test
    void deletedFilesAreNeitherWrittenNorRead() {
        Outcome outcome = simulate(0, to -> {
            to.placed(0, 0, 100 * PAGE, 101 * PAGE);
            to.request(0, Activity.FLUSH, 0, 0, 100 * PAGE, false);
            to.request(SECOND, Activity.COMPACTION_READ, 0, 0, 100 * PAGE, false);
            to.deleted(20 * SECOND, 0, 101 * PAGE);
            to.placed(100 * SECOND, 1, PAGE, 2 * PAGE);
            to.request(100 * SECOND, Activity.USER_READ, 1, 0, PAGE, false);
        });

        assertThat(outcome.value(Metric.DISK_WRITES)).isZero();
        assertThat(pages(outcome, Metric.DISK_READS)).isCloseTo(1, within(1e-6));
        assertThat(outcome.value(Metric.COMPACTION_MEAN)).isNaN();
    }

    @Test
    void readAheadEndsAtTheBlockAndLoadsTheDiskInTheBackground() {
        Outcome outcome = simulate(0, to -> {
            to.placed(0, 0, 20 * PAGE, 21 * PAGE);
            to.request(0, Activity.USER_READ, 0, 0, PAGE, false);
            to.request(0, Activity.USER_READ, 0, PAGE, PAGE, false);
            to.request(0, Activity.USER_READ, 0, 2 * PAGE, PAGE, false);
            to.request(SECOND, Activity.USER_READ, 0, 20 * PAGE + 7, 4, false);
        });

        assertThat(pages(outcome, Metric.DISK_READS)).isCloseTo(4 + 8 + 1, within(1e-6));
        assertThat(pages(outcome, Metric.RAM_READS)).isCloseTo(2, within(1e-6));
        // Of four page requests the first one seeks, and the one of the checksums, whose page is 8 pages away.
        assertThat(outcome.value(Metric.READ_MEAN)).isCloseTo((10.04 + 0.32 + 0.04) / 4, within(1e-6));
    }

    @Test
    void flashContainsThePagesThatThePageCacheEvicts() {
        Consumer<RequestListener> twice = to -> {
            to.placed(0, 0, 3 * RAM_PAGES * PAGE, 3 * RAM_PAGES * PAGE + PAGE);
            for (int i = 0; i < 2; i++) {
                to.request(i * 60L * SECOND, Activity.OTHER_READ, 0, 0, 3 * RAM_PAGES * PAGE, false);
            }
        };

        assertThat(pages(simulate(0, twice), Metric.DISK_READS)).isCloseTo(6.0 * RAM_PAGES, within(1e-3));
        Outcome flash = simulate(3 * RAM_PAGES / PAGES_PER_GIGABYTE, twice);
        assertThat(pages(flash, Metric.DISK_READS)).isCloseTo(3.0 * RAM_PAGES, within(1e-3));
        assertThat(pages(flash, Metric.FLASH_READS)).isCloseTo(3.0 * RAM_PAGES, within(1e-3));
    }

    @Test
    void droppedPagesAreReadFromTheDisk() {
        int pages = 8000;
        Consumer<RequestListener> writeAndRead = to -> {
            to.placed(0, 0, pages * PAGE, pages * PAGE + PAGE);
            for (int i = 0; i < pages; i += 16) {
                to.request(i, Activity.COMPACTION_WRITE, 0, i * PAGE, 16 * PAGE, false);
            }
            to.request(60 * SECOND, Activity.OTHER_READ, 0, 0, pages * PAGE, false);
        };

        assertThat(pages(simulate(0, writeAndRead), Metric.DISK_READS)).isZero();
        // At least 16 MiB before the end stay in the cache.
        assertThat(pages(simulate(0, writeAndRead, Switch.NO_WRITE_ALLOCATE), Metric.DISK_READS))
                .isBetween(1.0, pages - 2.0 * 2048);
    }
}
