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
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.combinedlog.journal.JournalStatistics;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Writers that append a record and wait for the disk: our journal against BookKeeper's on the same disk. BookKeeper's has
 * three settings, each measured in every run; of each figure its best counts.
 */
public final class JournalPart {
    private static final List<Integer> WRITERS = List.of(1, 12, 48);

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration skip;
    private final Duration count;

    /** {@code measurements} takes what is measured. */
    public JournalPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.skip = Duration.ofMillis(options.quick() ? 100 : 200);
        this.count = Duration.ofMillis(options.quick() ? 300 : 1000);
    }

    /**
     * Measures.
     *
     * @throws IOException when a disk cannot be made or fails
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (Medium medium : Medium.values()) {
            measure(medium);
        }
        // The machine's own disk: what BookKeeper is made for has no seeks either.
        measurements.quoteGain("bookie12_p50", what(Medium.MACHINE, 12) + " p50");
        measurements.quoteGain("bookie12_p99", what(Medium.MACHINE, 12) + " p99");
        measurements.note(
                "bookie: the column 'stock' of the lines 'journal alone' is BookKeeper's journal class in this process,"
                        + " journalSyncData=true, no network, records of " + Contestant.RECORD_BYTES
                        + " bytes; of its settings (their own lines) the best of each run and figure.");
    }

    private static String what(Medium medium, int writers) {
        return medium.title() + ", journal alone, " + writers + (writers == 1 ? " writer" : " writers");
    }

    private void measure(Medium medium) throws IOException, InterruptedException {
        progress.step("bookie: making journals on the " + medium.title());
        try (Scratch scratch = Scratch.open(medium, options.workDirectory(), "journals-" + medium.key())) {
            Path directory = scratch.path();
            Map<Flavour, Contestant> peers = new EnumMap<>(Flavour.class);
            try (OurJournal underbase = new OurJournal(directory.resolve("ours"))) {
                for (Flavour flavour : Flavour.values()) {
                    peers.put(flavour, new BookieJournal(directory.resolve("bookie-" + flavour.name()), flavour));
                }
                warmUp(underbase, peers);
                for (int run = 0; run < options.runs(); run++) {
                    progress.step("bookie: " + medium.title() + ", run " + (run + 1) + " of " + options.runs());
                    for (int writers : WRITERS) {
                        compare(medium, writers, Order.of(run), underbase, peers);
                    }
                }
            } finally {
                for (Contestant peer : peers.values()) {
                    peer.close();
                }
            }
        }
    }

    private void warmUp(OurJournal underbase, Map<Flavour, Contestant> peers) throws IOException, InterruptedException {
        List<Contestant> all = new ArrayList<>(peers.values());
        all.add(underbase);
        for (Contestant contestant : all) {
            load(contestant, WRITERS.get(WRITERS.size() - 1));
        }
    }

    private void compare(Medium medium, int writers, Order order, OurJournal underbase, Map<Flavour, Contestant> peers)
            throws IOException, InterruptedException {
        String what = what(medium, writers);
        List<Timings> mine = new ArrayList<>();
        Map<Flavour, Timings> theirs = new EnumMap<>(Flavour.class);
        for (boolean isOurs : order.sides()) {
            if (isOurs) {
                JournalStatistics before = underbase.statistics();
                mine.add(load(underbase, writers));
                JournalStatistics after = underbase.statistics();
                long commits = after.commits() - before.commits();
                measurements.measured(
                        what + ", ours: records a commit", "", (double) (after.records() - before.records()) / commits);
                measurements.measured(
                        what + ", ours: a commit takes",
                        "ms",
                        (after.commitNanos() - before.commitNanos()) / 1e6 / commits);
            } else {
                for (Map.Entry<Flavour, Contestant> peer : peers.entrySet()) {
                    theirs.put(peer.getKey(), load(peer.getValue(), writers));
                }
            }
        }
        Timings our = mine.get(0);
        add(what + " p50", "ms", our, theirs, Timings::p50, Comparator.naturalOrder());
        add(what + " p99", "ms", our, theirs, Timings::p99, Comparator.naturalOrder());
        add(what + " a second", "1/s", our, theirs, Timings::perSecond, Comparator.reverseOrder());
    }

    private void add(
            String what,
            String unit,
            Timings underbase,
            Map<Flavour, Timings> theirs,
            ToDoubleFunction<Timings> figure,
            Comparator<Double> better) {
        double best =
                theirs.values().stream().map(figure::applyAsDouble).min(better).orElseThrow();
        measurements.compared(what, unit, new Pair(figure.applyAsDouble(underbase), best));
        theirs.forEach((flavour, timings) ->
                measurements.measured(what + ", BookKeeper, " + flavour.title(), unit, figure.applyAsDouble(timings)));
    }

    private Timings load(Contestant contestant, int writers) throws IOException, InterruptedException {
        List<Task> tasks = new ArrayList<>();
        for (int number = 0; number < writers; number++) {
            tasks.add(contestant.writer(number));
        }
        return ClosedLoop.run(tasks, skip, count);
    }
}
