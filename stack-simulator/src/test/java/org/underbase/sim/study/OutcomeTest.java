package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Alternative.Switch;

/** Bytes by activity of random requests, compared with those of a page-level computation. */
class OutcomeTest {
    private static final int PAGE = 4096;
    private static final double PAGES_PER_GIGABYTE = 1 << 18;
    private static final double MEGABYTE = 1 << 20;
    private static final int RAM = 40;
    private static final int FLASH = 60;
    private static final int FILES = 6;
    private static final List<Activity> ACTIVITIES = List.of(Activity.values());
    private static final int FILE_PAGES = 64;
    private static final int COUNT = 3000;
    private static final long INTERVAL = 20_000_000;
    private static final double MINUTES = COUNT * INTERVAL / 60e9;

    /**
     * Request.
     *
     * @param activity activity
     * @param file number of a file, which is deleted if the activity is null
     * @param first first page
     * @param pages number of pages
     * @param received whether another machine sends or compacts it
     */
    private record Request(Activity activity, int file, int first, int pages, boolean received) {}

    /** LRU caches of pages. */
    private static final class Naive {
        private final LinkedHashSet<List<Integer>> ram = new LinkedHashSet<>();
        private final LinkedHashSet<List<Integer>> flash = new LinkedHashSet<>();
        private final Map<Metric, Map<Activity, Double>> bytes = new HashMap<>();
        private final int flashPages;
        private final boolean isLocal;

        Naive(int flashPages, boolean isLocal) {
            this.flashPages = flashPages;
            this.isLocal = isLocal;
        }

        private void add(Metric metric, Activity activity, int pages) {
            bytes.computeIfAbsent(metric, any -> new HashMap<>())
                    .merge(activity, pages * PAGE / MEGABYTE / MINUTES, Double::sum);
        }

        void request(Request request) {
            Activity activity = request.activity();
            if (activity == null) {
                ram.removeIf(page -> page.get(0) == request.file());
                flash.removeIf(page -> page.get(0) == request.file());
            } else if (activity.isWrite()) {
                add(Metric.FS_WRITES, activity, request.pages());
                add(Metric.DISK_WRITES, activity, request.pages());
                if (!request.received()) {
                    add(Metric.HDFS_WRITES, activity, request.pages());
                } else if (!isLocal || activity != Activity.COMPACTION_WRITE) {
                    add(Metric.NETWORK, activity, request.pages());
                }
            } else if (!request.received() || isLocal) {
                add(Metric.HDFS_READS, activity, request.pages());
                add(Metric.FS_READS, activity, request.pages());
                for (int i = 0; i < request.pages(); i++) {
                    read(activity, List.of(request.file(), request.first() + i));
                }
            }
        }

        private void read(Activity activity, List<Integer> page) {
            if (ram.remove(page)) {
                add(Metric.RAM_READS, activity, 1);
            } else {
                add(flash.remove(page) ? Metric.FLASH_READS : Metric.DISK_READS, activity, 1);
                add(Metric.RAM_WRITES, activity, 1);
            }
            ram.add(page);
            if (ram.size() > RAM) {
                List<Integer> evicted = ram.iterator().next();
                ram.remove(evicted);
                if (flashPages > 0) {
                    add(Metric.FLASH_WRITES, activity, 1);
                    flash.add(evicted);
                    if (flash.size() > flashPages) {
                        flash.remove(flash.iterator().next());
                    }
                }
            }
        }

        double of(Metric metric, Activity activity) {
            return bytes.getOrDefault(metric, Map.of()).getOrDefault(activity, 0.0);
        }
    }

    private static List<Request> requests(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Request> requests = new ArrayList<>();
        int[] files = new int[FILES];
        for (int i = 0; i < FILES; i++) {
            files[i] = i;
        }
        int next = FILES;
        int written = 0;
        for (int i = 0; i < COUNT; i++) {
            Activity activity = ACTIVITIES.get(random.nextInt(Activity.COUNT));
            int at = random.nextInt(FILES);
            int pages = 1 + random.nextInt(8);
            if (random.nextInt(100) == 0) {
                requests.add(new Request(null, files[at], 0, FILE_PAGES, false));
                files[at] = next++;
            } else if (activity.isWrite()) {
                // No page is written twice.
                requests.add(new Request(activity, Integer.MAX_VALUE / 4, written, pages, random.nextBoolean()));
                written += pages;
            } else {
                boolean other = activity == Activity.COMPACTION_READ && random.nextBoolean();
                requests.add(new Request(activity, files[at], random.nextInt(FILE_PAGES - pages), pages, other));
            }
        }
        return requests;
    }

    private static Outcome simulate(List<Request> requests, Alternative alternative) {
        StudySetup setup = StudySetup.ofTrace(PaperDisk.DEFAULT, 1, COUNT * INTERVAL, 1, 1, 1);
        try (AlternativesStudy study = new AlternativesStudy(List.of(alternative), setup)) {
            long time = 0;
            for (Request request : requests) {
                if (request.activity() == null) {
                    study.deleted(time, request.file(), request.pages() * PAGE);
                } else {
                    study.request(
                            time,
                            request.activity(),
                            request.file(),
                            request.first() * PAGE,
                            request.pages() * PAGE,
                            request.received());
                }
                time += INTERVAL;
            }
            return study.finish(MINUTES).get(0);
        }
    }

    private static Alternative alternative(int flashPages) {
        Hardware hardware = new Hardware(RAM / PAGES_PER_GIGABYTE, flashPages / PAGES_PER_GIGABYTE, 2);
        return Alternative.of("one", hardware, Prices.PAPER, PaperDisk.DEFAULT);
    }

    @Test
    void bytesByActivityEqualAPageLevelComputation() {
        for (long seed = 0; seed < 20; seed++) {
            List<Request> requests = requests(seed);
            for (int flash : new int[] {0, FLASH}) {
                for (boolean isLocal : new boolean[] {false, true}) {
                    Alternative alternative = alternative(flash);
                    Outcome outcome =
                            simulate(requests, isLocal ? alternative.with(Switch.LOCAL_COMPACTION) : alternative);
                    Naive naive = new Naive(flash, isLocal);
                    requests.forEach(naive::request);

                    String name = "seed " + seed + ", flash " + flash + ", local compaction " + isLocal;
                    for (Metric layer : Metric.layers()) {
                        double sum = 0;
                        for (Activity activity : Activity.values()) {
                            double expected = naive.of(layer, activity);
                            sum += expected;
                            assertThat(outcome.value(layer, activity))
                                    .as("%s: %s of %s", name, layer, activity)
                                    .isCloseTo(expected, within(1e-6));
                        }
                        assertThat(outcome.value(layer))
                                .as("%s: %s", name, layer)
                                .isCloseTo(sum, within(1e-6));
                    }
                }
            }
        }
    }

    @Test
    void meansOfQueueAndDeviceAddUp() {
        Outcome outcome = simulate(requests(1), alternative(FLASH).with(Switch.HSYNC));

        List<Metric> means = List.of(
                Metric.READ_MEAN, Metric.LOG_MEAN, Metric.FLUSH_MEAN, Metric.COMPACTION_MEAN, Metric.FOREGROUND_MEAN);
        for (Metric mean : means) {
            Latency queue = outcome.latency(mean.waits(), LatencyPart.QUEUE);
            Latency device = outcome.latency(mean.waits(), LatencyPart.DEVICE);
            assertThat(queue.mean()).as(mean.id()).isPositive();
            assertThat(device.mean()).as(mean.id()).isPositive();
            assertThat(queue.mean() + device.mean()).as(mean.id()).isCloseTo(outcome.value(mean), within(1e-6));
            assertThat(queue.p99()).as(mean.id()).isGreaterThanOrEqualTo(queue.p50());
        }
    }

    @Test
    void aHitInFlashIsTimeOfTheDevice() {
        List<Request> reads = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            reads.add(new Request(Activity.USER_READ, 1, i % (RAM + 1), 1, false));
        }

        Outcome outcome = simulate(reads, alternative(FLASH));
        assertThat(outcome.latency(Waits.READS, LatencyPart.DEVICE).p50()).isCloseTo(0.5, within(0.02));
        assertThat(outcome.latency(Waits.READS, LatencyPart.QUEUE)).isEqualTo(new Latency(0, 0, 0));
        assertThat(outcome.latency(Waits.LOGS, LatencyPart.QUEUE).mean()).isNaN();
    }
}
