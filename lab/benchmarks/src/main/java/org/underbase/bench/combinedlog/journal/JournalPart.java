package org.underbase.bench.combinedlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.underbase.bench.combinedlog.load.ClosedLoop;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.OpenResources;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code bookie}: writers that append a record and wait for the disk, on the combined log's journal and on BookKeeper's
 * journal. BookKeeper's has three configurations; each run measures all and compares with the best of each metric.
 */
public final class JournalPart {
    private static final List<Integer> WRITERS = List.of(1, 12, 48);

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration skip;
    private final Duration count;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public JournalPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.skip = Duration.ofMillis(options.quick() ? 100 : 200);
        this.count = Duration.ofMillis(options.quick() ? 300 : 1000);
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a disk cannot be created or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        // The machine's disk: BookKeeper is designed for disks that do not seek.
        measurements.quoteGain("bookie12_p50", name(Medium.MACHINE, 12) + " p50");
        measurements.quoteGain("bookie12_p99", name(Medium.MACHINE, 12) + " p99");
        measurements.note(
                "bookie: in the rows 'journal alone', the column 'stock' is BookKeeper's journal class in this process, with"
                        + " journalSyncData=true, no network and records of " + JournalUnderTest.RECORD_BYTES
                        + " bytes. It is the best of three configurations for each run and metric; each has separate rows.");
        for (Medium medium : Medium.values()) {
            measure(medium);
        }
    }

    private static String name(Medium medium, int writers) {
        return medium.title() + ", journal alone, " + writers + (writers == 1 ? " writer" : " writers");
    }

    private void measure(Medium medium) throws IOException, InterruptedException {
        progress.step("bookie: creating journals on the " + medium.title());
        try (Scratch scratch = Scratch.open(medium, options.workDirectory(), "journals-" + medium.key())) {
            Path directory = scratch.path();
            Map<JournalConfiguration, JournalUnderTest> peers = new EnumMap<>(JournalConfiguration.class);
            try (UnderbaseJournal underbase = new UnderbaseJournal(directory.resolve("underbase"));
                    OpenResources open = new OpenResources()) {
                for (JournalConfiguration configuration : JournalConfiguration.values()) {
                    Path peer = directory.resolve("bookie-" + configuration.name());
                    peers.put(configuration, open.add(new BookieJournal(peer, configuration)));
                }
                warmUp(underbase, peers);
                for (int run = 0; run < options.runs(); run++) {
                    progress.step("bookie: " + medium.title() + ", run " + (run + 1) + " of " + options.runs());
                    for (int writers : WRITERS) {
                        compare(medium, writers, Order.of(run), underbase, peers);
                    }
                }
            }
        }
    }

    private void warmUp(UnderbaseJournal underbase, Map<JournalConfiguration, JournalUnderTest> peers)
            throws IOException, InterruptedException {
        List<JournalUnderTest> all = new ArrayList<>(peers.values());
        all.add(underbase);
        for (JournalUnderTest journal : all) {
            load(journal, WRITERS.get(WRITERS.size() - 1));
        }
    }

    private void compare(
            Medium medium,
            int writers,
            Order order,
            UnderbaseJournal underbase,
            Map<JournalConfiguration, JournalUnderTest> peers)
            throws IOException, InterruptedException {
        String name = name(medium, writers);
        List<Timings> own = new ArrayList<>();
        Map<JournalConfiguration, Timings> peerTimings = new EnumMap<>(JournalConfiguration.class);
        for (boolean isUnderbase : order.sides()) {
            if (isUnderbase) {
                JournalStatistics before = underbase.statistics();
                own.add(load(underbase, writers));
                JournalStatistics after = underbase.statistics();
                long commits = after.commits() - before.commits();
                measurements.measured(
                        name + ", Underbase: records per commit",
                        "",
                        (double) (after.records() - before.records()) / commits);
                measurements.measured(
                        name + ", Underbase: commit",
                        "ms",
                        (after.commitNanos() - before.commitNanos()) / 1e6 / commits);
            } else {
                for (Map.Entry<JournalConfiguration, JournalUnderTest> peer : peers.entrySet()) {
                    peerTimings.put(peer.getKey(), load(peer.getValue(), writers));
                }
            }
        }
        Timings journal = own.get(0);
        add(name + " p50", "ms", journal, peerTimings, Timings::p50, Comparator.naturalOrder());
        add(name + " p99", "ms", journal, peerTimings, Timings::p99, Comparator.naturalOrder());
        add(name + " rate", "1/s", journal, peerTimings, Timings::perSecond, Comparator.reverseOrder());
    }

    private void add(
            String name,
            String unit,
            Timings underbase,
            Map<JournalConfiguration, Timings> peerTimings,
            ToDoubleFunction<Timings> metric,
            Comparator<Double> better) {
        double best = peerTimings.values().stream()
                .map(metric::applyAsDouble)
                .min(better)
                .orElseThrow();
        measurements.compared(name, unit, new Pair(metric.applyAsDouble(underbase), best));
        peerTimings.forEach((configuration, timings) -> measurements.measured(
                name + ", BookKeeper, " + configuration.title(), unit, metric.applyAsDouble(timings)));
    }

    private Timings load(JournalUnderTest journal, int writers) throws IOException, InterruptedException {
        List<Task> tasks = new ArrayList<>();
        for (int number = 0; number < writers; number++) {
            tasks.add(journal.writer(number));
        }
        return ClosedLoop.run(tasks, skip, count);
    }
}
