package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.sync.JournaledSyncs;
import org.underbase.sim.sync.StockSyncs;
import org.underbase.sim.sync.SyncLoad;
import org.underbase.sim.sync.SyncSettings;
import org.underbase.sim.sync.SyncTimes;

/** Hsyncs of alternatives, compared with the models that the benchmark uses alone. */
class Ext4SystemTest {
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final int SECONDS = 240;
    private static final int LOGS = 6;
    private static final int BLOCK = 16 << 20;
    private static final int DATA = 100;
    private static final long SEGMENT = 256 << 10;
    private static final double BIN = 3.2;
    private static final PaperDisk DISK = new PaperDisk(PAGE * 25_000L, 10 * MILLI);
    private static final SyncSettings SETTINGS = new SyncSettings(8 * MILLI, SEGMENT);
    private static final FixedDisk FIXED = new FixedDisk(DISK.bytesPerSecond(), 10 * MILLI, 8 * MILLI);

    private static Alternative alternative(int disks, Switch... switches) {
        Alternative alternative = Alternative.of("one", new Hardware(1, 0, disks), Prices.PAPER, DISK)
                .with(Switch.LINUX_CACHE)
                .with(SETTINGS);
        for (Switch one : switches) {
            alternative = alternative.with(one);
        }
        return alternative;
    }

    private static Outcome simulate(Alternative alternative, Consumer<RequestListener> requests) {
        StudySetup setup = StudySetup.ofTrace(DISK, 1, SECONDS * SECOND, 1, 1, 1);
        try (AlternativesStudy study = new AlternativesStudy(List.of(alternative), setup)) {
            requests.accept(study);
            return study.finish(SECONDS / 60.0).get(0);
        }
    }

    private record Write(long time, Activity activity, int file, int offset, int length) {}

    /** Logs with an append every two seconds, and a block, for half of the time. */
    private static List<Write> writes() {
        SplittableRandom random = new SplittableRandom(1);
        List<Write> writes = new ArrayList<>();
        writes.add(new Write(0, Activity.OTHER_WRITE, DATA, 0, PAGE));
        for (int log = 0; log < LOGS; log++) {
            int end = 0;
            for (long time = 1; time < SECONDS / 2 * SECOND; time += random.nextLong(4 * SECOND)) {
                int length = 200 + random.nextInt(4000);
                writes.add(new Write(time + log, Activity.LOG, log, end, length));
                end += length;
            }
        }
        for (int i = 1; i < SECONDS / 2; i++) {
            writes.add(new Write(i * SECOND + 100, Activity.OTHER_WRITE, DATA, i * 65_536, 65_536));
        }
        writes.sort(Comparator.comparingLong(Write::time));
        return writes;
    }

    /** The view of the DataNode: the chunk of the last append again, and checksums. */
    private static void datanode(RequestListener to) {
        for (int file : new int[] {0, 1, 2, 3, 4, 5, DATA}) {
            to.placed(0, file, BLOCK, BLOCK + PAGE * 40);
        }
        for (Write write : writes()) {
            int from = write.offset() / 512 * 512;
            int length = write.offset() + write.length() - from;
            to.request(write.time(), write.activity(), write.file(), from, length, false);
            to.request(write.time(), write.activity(), write.file(), BLOCK + 7 + from / 128, 4, false);
        }
    }

    private static SyncLoad load() {
        SyncLoad load = new SyncLoad();
        writes().forEach(write ->
                load.request(write.time(), write.activity(), write.file(), write.offset(), write.length(), false));
        return load;
    }

    private static void assertEqual(Outcome outcome, SyncTimes times) {
        List<Long> sorted = times.nanos().stream().sorted().toList();
        double mean = sorted.stream().mapToLong(Long::longValue).average().orElseThrow();
        assertThat(sorted).hasSizeGreaterThan(100);
        assertThat(outcome.value(Metric.LOG_MEAN)).isCloseTo(mean / MILLI, within(1e-6));
        double p99 = sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1);
        assertThat(outcome.value(Metric.LOG_P99)).isCloseTo(p99 / MILLI, withinPercentage(BIN));
        double written = outcome.value(Metric.DISK_WRITES) * (SECONDS / 60.0) * (1 << 20);
        assertThat(written).isCloseTo((double) (times.dataBytes() + times.journalBytes()), within(1.0));
    }

    @Test
    void hsyncsAreThoseOfStockHdfs() {
        Outcome outcome = simulate(alternative(1, Switch.HSYNC), Ext4SystemTest::datanode);

        assertEqual(outcome, StockSyncs.run(load(), FIXED));
        Latency queue = outcome.latency(Waits.LOGS, LatencyPart.QUEUE);
        Latency device = outcome.latency(Waits.LOGS, LatencyPart.DEVICE);
        assertThat(queue.mean() + device.mean()).isCloseTo(outcome.value(Metric.LOG_MEAN), within(1e-9));
    }

    @Test
    void hsyncsWithACombinedLogAreGroupCommits() {
        Outcome outcome = simulate(alternative(2, Switch.HSYNC, Switch.COMBINED_LOG), Ext4SystemTest::datanode);

        assertEqual(outcome, JournaledSyncs.run(load(), FIXED, SEGMENT));
    }

    @Test
    void metadataIsNotThatOfALog() {
        Outcome outcome = simulate(alternative(2, Switch.HSYNC, Switch.COMBINED_LOG), to -> {
            to.placed(0, 0, BLOCK, BLOCK + PAGE);
            to.request(SECOND, Activity.LOG, 0, 0, 1000, false);
        });

        // The record, and the pages of the block and its checksums.
        assertThat(pages(outcome, Activity.LOG)).isCloseTo(3, within(1e-6));
        // On both disks a commit of an inode and its place, on one a commit of new blocks and their places.
        assertThat(pages(outcome, Activity.OTHER_WRITE)).isCloseTo(2 * (3 + 1) + 5 + 3, within(1e-6));
    }

    private static double pages(Outcome outcome, Activity activity) {
        return outcome.value(Metric.DISK_WRITES, activity) * (SECONDS / 60.0) * (1 << 20) / PAGE;
    }

    @Test
    void logsWithoutHsyncWaitForNoDisk() {
        Outcome outcome = simulate(alternative(1), Ext4SystemTest::datanode);

        assertThat(outcome.value(Metric.LOG_MEAN)).isNaN();
        assertThat(outcome.value(Metric.DISK_WRITES, Activity.LOG)).isPositive();
        assertThat(outcome.value(Metric.DISK_WRITES, Activity.OTHER_WRITE)).isPositive();
    }

    @Test
    void deletedBytesAreNeverWritten() {
        Outcome outcome = simulate(alternative(1), to -> {
            to.placed(0, 0, BLOCK, BLOCK + PAGE);
            to.request(0, Activity.FLUSH, 0, 0, 100 * PAGE, false);
            to.deleted(20 * SECOND, 0, BLOCK + PAGE);
            // Later events.
            to.placed(200 * SECOND, 1, BLOCK, BLOCK + PAGE);
            to.request(200 * SECOND, Activity.OTHER_READ, 1, 0, PAGE, false);
        });

        assertThat(outcome.value(Metric.DISK_WRITES, Activity.FLUSH)).isZero();
        assertThat(outcome.value(Metric.DISK_READS)).isPositive();
    }

    @Test
    void readsWaitForTheDiskAndSeek() {
        Outcome outcome = simulate(alternative(1), to -> {
            to.placed(0, 0, BLOCK, BLOCK + PAGE);
            to.request(0, Activity.USER_READ, 0, 50 * PAGE, PAGE, false);
            to.request(SECOND, Activity.USER_READ, 0, 20 * PAGE, PAGE, false);
            to.request(SECOND, Activity.USER_READ, 0, 20 * PAGE, PAGE, false);
        });

        assertThat(outcome.value(Metric.READ_MEAN)).isCloseTo(2 * 10.04 / 3, within(1e-6));
        assertThat(outcome.latency(Waits.READS, LatencyPart.QUEUE).mean()).isZero();
    }

    @Test
    void anHsyncOfADeletedFileEnds() {
        Outcome outcome = simulate(alternative(1, Switch.HSYNC), to -> {
            to.placed(0, 0, BLOCK, BLOCK + PAGE);
            to.request(SECOND, Activity.LOG, 0, 0, 1000, false);
            // The blocks of the journal are written from 10 to 20 ms.
            to.deleted(SECOND + 15 * MILLI, 0, BLOCK + PAGE);
        });

        assertThat(outcome.value(Metric.LOG_MEAN)).isPositive();
        assertThat(pages(outcome, Activity.LOG)).as("checksums").isCloseTo(1, within(1e-6));
        assertThat(pages(outcome, Activity.OTHER_WRITE))
                .as("a commit and a place")
                .isCloseTo(3 + 1, within(1e-6));
    }

    @Test
    void droppedPagesAreWrittenBefore() {
        int megabytes = 40;
        Consumer<RequestListener> deletedSoon = to -> {
            to.placed(0, 0, megabytes << 20, (megabytes << 20) + 100 * PAGE);
            for (int i = 0; i < megabytes; i++) {
                to.request(i * 100L * MILLI, Activity.FLUSH, 0, i << 20, 1 << 20, false);
            }
            to.deleted(20 * SECOND, 0, (megabytes << 20) + 100 * PAGE);
        };

        assertThat(pages(simulate(alternative(1), deletedSoon), Activity.FLUSH)).isZero();
        // 19 MiB of data, and their checksums.
        assertThat(pages(simulate(alternative(1, Switch.NO_WRITE_ALLOCATE), deletedSoon), Activity.FLUSH))
                .isBetween(19 * 256.0, 20 * 256.0);
    }

    @Test
    void dirtyPagesAboveTheLimitAreWrittenBefore() {
        Consumer<RequestListener> deletedSoon = to -> {
            for (int file = 0; file < 4; file++) {
                to.placed(0, file, 64 << 20, (64 << 20) + 150 * PAGE);
                for (int i = 0; i < 64; i++) {
                    to.request((file * 64L + i) * 10 * MILLI, Activity.FLUSH, file, i << 20, 1 << 20, false);
                }
            }
            for (int file = 0; file < 4; file++) {
                to.deleted(20 * SECOND, file, (64 << 20) + 150 * PAGE);
            }
        };

        // Of 256 MiB, the page cache writes those above 10% of 1 GiB.
        assertThat(pages(simulate(alternative(1), deletedSoon), Activity.FLUSH)).isGreaterThan(100 * 256);
    }

    private static Batch batch(int slice, boolean measured, long start) {
        Batch batch = new Batch(Batch.SIZE);
        batch.slice = slice;
        batch.measured = measured;
        batch.start = start * SECOND;
        return batch;
    }

    private static void add(Batch batch, long time, Activity activity, int file, int offset) {
        batch.add(time, Batch.code(activity, false, false), file, offset, 100, StackListener.COLD, 0);
    }

    @Test
    void hsyncsCountInTheSliceOfTheirArrival() {
        Batch warmUp = batch(0, false, 0);
        add(warmUp, 60 * SECOND - MILLI, Activity.LOG, 0, 0);
        Batch measured = batch(0, true, 60);
        add(measured, 120 * SECOND - 2 * MILLI, Activity.LOG, 0, 100);
        add(measured, 120 * SECOND - MILLI, Activity.LOG, 1, 0);
        Batch between = batch(Batch.NO_SLICE, false, 120);
        add(between, 130 * SECOND, Activity.LOG, 0, 200);

        SimulatedSystem system = alternative(1, Switch.HSYNC).system(0, 1);
        List.of(warmUp, measured, between).forEach(system::accept);
        system.finish();

        assertThat(system.sum().statistics().requests(Activity.LOG.index())).isEqualTo(2);
    }

    @Test
    void queuesOfSaturatedDisksEndWithTheSlice() {
        SimulatedSystem system = alternative(1, Switch.HSYNC).system(0, 1);
        for (int slice = 0; slice < 2; slice++) {
            // Ten hsyncs per 100 ms; each has two seeks of 10 ms.
            Batch saturated = batch(slice, true, slice * 60L);
            for (int i = 0; i < 600 * 10; i++) {
                long time = saturated.start + i / 10 * 100L * MILLI;
                add(saturated, time, Activity.LOG, i % 10, (slice * 600 + i / 10) * 100);
            }
            system.accept(saturated);
        }
        Batch read = batch(2, true, 120);
        add(read, 121 * SECOND, Activity.USER_READ, 100, 0);
        system.accept(read);
        system.finish();

        List<Slice> slices = system.slices();
        assertThat(slices.get(0).statistics().busyNanos()).isGreaterThan(60.0 * SECOND);
        assertThat(slices.get(0).millis(Waits.LOGS)).isGreaterThan(10_000);
        assertThat(slices.get(1).millis(Waits.LOGS)).isCloseTo(slices.get(0).millis(Waits.LOGS), withinPercentage(5));
        for (Slice slice : slices.subList(0, 2)) {
            assertThat(slice.statistics().requests(Activity.LOG.index())).isEqualTo(600 * 10);
        }
        assertThat(slices.get(2).queueMillis(Activity.USER_READ)).isLessThan(1000);
    }
}
