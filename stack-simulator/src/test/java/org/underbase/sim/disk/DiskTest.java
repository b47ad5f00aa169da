package org.underbase.sim.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DiskTest {
    private static final long MILLI = 1_000_000;
    private static final double ROUNDING = 0.001;
    /** Width of a bin in percent. */
    private static final double BIN = 3.2;
    /** 40 us per page, so that sums are exact. */
    private static final long BANDWIDTH = Disk.PAGE * 25_000L;

    private static final PaperDisk ROUND = new PaperDisk(BANDWIDTH, 10 * MILLI);

    private final DiskStatistics statistics = new DiskStatistics(2);

    @Test
    void aSequentialReadSeeksOnce() {
        Disk disk = new Disk(PaperDisk.DEFAULT, statistics);
        disk.submit(0, 1, 0, 100, 0, false);
        disk.submit(500 * MILLI, 1, 100, 100, 0, false);
        disk.finish();

        double page = PaperDisk.DEFAULT.transferNanos(Disk.PAGE);
        assertThat(statistics.requests(0)).isEqualTo(200);
        assertThat(statistics.busyNanos()).isCloseTo(10 * MILLI + 200 * page, within(1.0));
        assertThat(statistics.executionNanos(0)).isEqualTo(statistics.busyNanos());
        // Page k of a call waits for k pages; in the first call also for the seek.
        assertThat(statistics.queueNanos(0)).isCloseTo(99.0 * 10 * MILLI + 2 * (99 * 100 / 2) * page, within(1.0));
    }

    @Test
    void aGapInAFileCostsItsTransferTimeUpToAFullSeek() {
        assertThat(PaperDisk.DEFAULT.seekNanos(0)).isZero();
        assertThat(PaperDisk.DEFAULT.seekNanos(-100_000)).isEqualTo(MILLI);
        assertThat(PaperDisk.DEFAULT.seekNanos(1_000_000)).isEqualTo(10 * MILLI);
        assertThat(PaperDisk.DEFAULT.seekNanos(5_000_000)).isEqualTo(10 * MILLI);
        assertThat(PaperDisk.DEFAULT.seekNanos(DiskModel.OTHER_FILE)).isEqualTo(10 * MILLI);
    }

    @Test
    void aCurveIsInterpolated() {
        CurveDisk curve = new CurveDisk(100_000_000, new long[] {1_000, 3_000}, new long[] {10, 30}, 8);

        assertThat(curve.seekNanos(0)).isZero();
        assertThat(curve.seekNanos(500)).isEqualTo(5 + 4);
        assertThat(curve.seekNanos(-2_000)).isEqualTo(20 + 4);
        assertThat(curve.seekNanos(DiskModel.OTHER_FILE)).isEqualTo(30 + 4);
        assertThatThrownBy(() -> new CurveDisk(1, new long[0], new long[0], 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid curve");
    }

    @Test
    void filesTakeTurnsForSlicesOfOneMegabyte() {
        Disk disk = new Disk(ROUND, statistics);
        disk.submit(0, 1, 0, 512, 0, false);
        disk.submit(0, 2, 0, 512, 1, false);
        disk.finish();

        // The turns are 1, 2, 1, 2: four seeks.
        assertThat(statistics.busyNanos()).isEqualTo(4.0 * (10 * MILLI + 256 * ROUND.transferNanos(Disk.PAGE)));
    }

    @Test
    void theOffsetsOfAFileAreServedInOneDirection() {
        Disk disk = new Disk(ROUND, statistics);
        disk.submit(0, 1, 50, 1, 0, false);
        disk.submit(1, 1, 10, 1, 0, false);
        disk.submit(2, 1, 90, 1, 0, false);
        disk.submit(3, 1, 60, 1, 0, false);
        disk.finish();

        long page = ROUND.transferNanos(Disk.PAGE);
        // Order 50, 60, 90, then back to 10: gaps of 9, 29 and 81 pages.
        assertThat(statistics.busyNanos()).isEqualTo(10.0 * MILLI + (4 + 9 + 29 + 81) * page);
    }

    @Test
    void aWaitingWriteWritesTheSharedPageForTheNextOne() {
        Disk disk = new Disk(ROUND, statistics);
        disk.submit(0, 9, 0, 1, 1, false);
        disk.submit(1, 1, 0, 2, 0, true);
        disk.submit(2, 1, 1, 1, 0, true);
        disk.submit(3, 1, 1, 2, 0, true);
        disk.finish();

        assertThat(statistics.requests(0)).isEqualTo(5);
        assertThat(statistics.pages(0)).isEqualTo(3);
        assertThat(statistics.merged()).isEqualTo(2);
    }

    @Test
    void aPageThatTheDiskHasNotStartedIsShared() {
        Disk disk = new Disk(ROUND, statistics);
        disk.submit(0, 1, 0, 2, 0, true);
        disk.submit(10 * MILLI, 1, 1, 1, 0, true);
        disk.submit(10 * MILLI + 50_000, 1, 1, 1, 0, true);
        disk.finish();

        assertThat(statistics.merged()).isOne();
        assertThat(statistics.pages(0)).isEqualTo(3);
    }

    @Test
    void aDiskInOrderOfArrivalSeeksForEachRequestThatIsNotAdjacent() {
        Disk disk = new Disk(new FixedDisk(BANDWIDTH, 10 * MILLI, 8 * MILLI), statistics);
        disk.submit(0, 1, 0, 1, 0, true);
        disk.submit(1, 2, 0, 1, 0, true);
        disk.submit(2, 1, 1, 1, 0, true);
        disk.submit(3, 1, 2, 1, 0, true);
        disk.flush(4, 1);
        disk.finish();

        assertThat(statistics.busyNanos()).isEqualTo(3.0 * 10 * MILLI + 4 * ROUND.transferNanos(Disk.PAGE) + 8 * MILLI);
        assertThat(statistics.requests(1)).isOne();
        assertThatThrownBy(() -> new Disk(ROUND, statistics).flush(0, 0)).isInstanceOf(IllegalStateException.class);
    }

    /** Poisson arrivals and a constant service time: mean wait = utilization x service / (2 x (1 - utilization)). */
    @Test
    void waitsFollowQueueingTheory() {
        for (DiskModel model : List.of(PaperDisk.DEFAULT, new FixedDisk(100_000_000, 10 * MILLI, 0))) {
            DiskStatistics sums = new DiskStatistics(1);
            Disk disk = new Disk(model, sums);
            SplittableRandom random = new SplittableRandom(7);
            double service = 10 * MILLI + model.transferNanos(Disk.PAGE);
            double utilization = 0.6;
            double time = 0;
            int count = 1_000_000;
            for (int i = 0; i < count; i++) {
                time += -Math.log(1 - random.nextDouble()) * service / utilization;
                // Random offsets in one file, far from each other.
                disk.submit((long) time, 1, random.nextInt(1 << 20) * 1024, 1, 0, false);
            }
            disk.finish();

            double expected = utilization * service / (2 * (1 - utilization));
            assertThat(sums.queueNanos(0) / count / expected).isCloseTo(1, within(0.02));
        }
    }

    @Test
    void extentsEqualAPageLevelSimulation() {
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            DiskStatistics sums = new DiskStatistics(1, true);
            Disk disk = new Disk(ROUND, sums);
            List<NaiveDisk.Request> pages = new ArrayList<>();
            int files = 1 + random.nextInt(3);
            int[] end = new int[files];
            long time = 0;
            int longest = random.nextInt(20) == 0 ? 600 : 8;
            for (int i = 0; i < (longest > 8 ? 5 : 60); i++) {
                time += random.nextLong((random.nextBoolean() ? 20 : 1) * MILLI);
                int file = random.nextInt(files);
                int count = 1 + random.nextInt(longest);
                int first = end[file] + random.nextInt(3);
                disk.submit(time, file, first, count, 0, true);
                for (int page = first; page < first + count; page++) {
                    pages.add(new NaiveDisk.Request(time, file, page));
                }
                end[file] = first + count;
            }
            disk.finish();
            NaiveDisk naive = new NaiveDisk(ROUND);
            naive.serve(pages);

            assertThat(sums.queueNanos(0)).as("seed %d: queue", seed).isCloseTo(sum(naive.queues), within(ROUNDING));
            assertThat(sums.executionNanos(0))
                    .as("seed %d: execution", seed)
                    .isCloseTo(sum(naive.executions), within(ROUNDING));
            if (sums.merged() == 0) {
                assertQuantiles("queue", seed, sums.queues(0), naive.queues);
                assertQuantiles("execution", seed, sums.executions(0), naive.executions);
            }
        }
    }

    private static double sum(List<Long> nanos) {
        return nanos.stream().mapToDouble(Long::doubleValue).sum();
    }

    private static void assertQuantiles(String name, long seed, LatencyHistogram histogram, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        for (double share : new double[] {0.01, 0.5, 0.99, 1}) {
            double exact = sorted.get((int) Math.ceil(share * sorted.size()) - 1);
            assertThat(histogram.quantile(share))
                    .as("seed %d: %s, quantile %s", seed, name, share)
                    .isCloseTo(exact, withinPercentage(BIN));
        }
    }

    @Test
    void mergedPagesAndFlushesHaveBothParts() {
        DiskStatistics sums = new DiskStatistics(1, true);
        sums.merged(0, 2, 200, 30);
        sums.flushed(0, 7, 11);

        assertThat(sums.queues(0).quantile(0.5)).isCloseTo(100, withinPercentage(BIN));
        assertThat(sums.queues(0).quantile(0.1)).isEqualTo(7);
        assertThat(sums.executions(0).quantile(1)).isEqualTo(30);
        assertThat(sums.executions(0).quantile(0.1)).isEqualTo(11);
        sums.clearParts();
        assertThat(sums.queues(0).quantile(1)).isNaN();
        assertThat(sums.latencies(0).quantile(0.1)).isEqualTo(18);
    }
}
