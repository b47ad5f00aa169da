package org.underbase.bench.tiers.cost;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.underbase.bench.tiers.fake.Done;
import org.underbase.bench.tiers.fake.FakeNamenode;
import org.underbase.bench.tiers.fake.Job;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Operations a second of three NameNodes with the same DataNodes: stock; with the tiers' classes and no policy set
 * anywhere; and with policies and weighted reads. Each has a JVM of its own, and they take turns in short slices.
 */
public final class CostPart {
    private static final int THREADS = 2;
    private static final String TIERED = "/tiered";
    private static final String PLAIN = "/plain";

    /** One comparison. */
    private enum Comparison {
        CHOOSE_VECTOR("choosing targets, vectors", Job.Kind.CHOOSE, true, TIERED),
        CHOOSE_NONE("choosing targets, no vector, others have one", Job.Kind.CHOOSE, true, PLAIN),
        CHOOSE_UNUSED("choosing targets, no vector anywhere", Job.Kind.CHOOSE, false, PLAIN),
        ADD_VECTOR("addBlock, vectors", Job.Kind.ADD_BLOCK, true, TIERED),
        ADD_UNUSED("addBlock, no vector anywhere", Job.Kind.ADD_BLOCK, false, PLAIN),
        LOCATE_HYBRID("getBlockLocations, hybrid order", Job.Kind.LOCATIONS, true, TIERED),
        LOCATE_UNUSED("getBlockLocations, stock order", Job.Kind.LOCATIONS, false, PLAIN);

        private final String title;
        private final Job.Kind kind;
        private final boolean tiered;
        private final String directory;

        Comparison(String title, Job.Kind kind, boolean tiered, String directory) {
            this.title = title;
            this.kind = kind;
            this.tiered = tiered;
            this.directory = directory;
        }
    }

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /** {@code measurements} takes what is measured. */
    public CostPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Measures.
     *
     * @throws IOException when a NameNode does not start or refuses something
     */
    public void run() throws IOException {
        for (int datanodes : new int[] {100, 5000}) {
            int size = options.quick() ? Math.min(datanodes, 400) : datanodes;
            run(datanodes, size);
        }
        measurements.quote("addblock_ratio_100", title(Comparison.ADD_VECTOR, 100));
        measurements.quote("addblock_ratio_5000", title(Comparison.ADD_VECTOR, 5000));
        measurements.quote("choose_ratio_vector_5000", title(Comparison.CHOOSE_VECTOR, 5000));
        measurements.quote("choose_ratio_novector_100", title(Comparison.CHOOSE_UNUSED, 100));
        measurements.quote("getlocations_ratio_5000", title(Comparison.LOCATE_HYBRID, 5000));
    }

    private static String title(Comparison comparison, int datanodes) {
        return comparison.title + ", " + datanodes + " DataNodes";
    }

    private void run(int datanodes, int size) throws IOException {
        progress.step("cost: starting three NameNodes with " + size + " DataNodes");
        try (FakeNamenode stock =
                        new FakeNamenode("stock-" + datanodes, options.workDirectory(), size, false, Map.of());
                FakeNamenode unused = new FakeNamenode(
                        "unused-" + datanodes, options.workDirectory(), size, false, FakeNamenode.tiers(Map.of()));
                FakeNamenode tiered = new FakeNamenode(
                        "tiered-" + datanodes,
                        options.workDirectory(),
                        size,
                        false,
                        FakeNamenode.tiers(Map.of("dfs.tier.retrieval", "hybrid")))) {
            List<FakeNamenode> all = List.of(stock, unused, tiered);
            tiered.run(new Job(Job.Kind.POLICY, TIERED, 0, 1, "hybrid", options.seed()));
            together(all, files(PLAIN));
            together(all, files(TIERED));
            progress.step("cost: warming up with " + size + " DataNodes");
            for (int round = 0; round < (options.quick() ? 1 : 4); round++) {
                for (String directory : List.of(PLAIN, TIERED)) {
                    together(all, slice(Job.Kind.CHOOSE, directory));
                    together(all, slice(Job.Kind.ADD_BLOCK, directory));
                    together(all, slice(Job.Kind.LOCATIONS, directory));
                }
            }
            // A slice is short, so that it takes many turns to tell the sides apart on a machine that is shared.
            int turns = options.quick() ? options.runs() : 3 * options.runs();
            for (int turn = 0; turn < turns; turn++) {
                progress.step("cost: " + size + " DataNodes, turn " + (turn + 1) + " of " + turns);
                for (Comparison comparison : Comparison.values()) {
                    measure(comparison, datanodes, Order.of(turn), stock, comparison.tiered ? tiered : unused);
                }
            }
        }
    }

    private void measure(Comparison comparison, int datanodes, Order order, FakeNamenode stock, FakeNamenode underbase)
            throws IOException {
        Job job = slice(comparison.kind, comparison.directory);
        FakeNamenode a = order == Order.UNDERBASE_FIRST ? underbase : stock;
        FakeNamenode b = order == Order.UNDERBASE_FIRST ? stock : underbase;
        Done firstA = a.run(job);
        Done ofB = b.run(job).plus(b.run(job));
        Done ofA = firstA.plus(a.run(job));
        Done ofOurs = order == Order.UNDERBASE_FIRST ? ofA : ofB;
        Done ofStock = order == Order.UNDERBASE_FIRST ? ofB : ofA;
        String title = title(comparison, datanodes);
        measurements.compared(title, "1/s", new Pair(ofOurs.perSecond(), ofStock.perSecond()));
        measurements.compared(title + ", by CPU time", "1/s", new Pair(ofOurs.perCpuSecond(), ofStock.perCpuSecond()));
    }

    private Job files(String directory) {
        return new Job(Job.Kind.FILES, directory, options.quick() ? 200 : 4000, 1, "", options.seed());
    }

    private Job slice(Job.Kind kind, String directory) {
        int count =
                switch (kind) {
                    case CHOOSE -> 30_000;
                    case ADD_BLOCK -> 8_000;
                    default -> 60_000;
                };
        return Job.timed(kind, directory, options.quick() ? count / 50 : count, THREADS);
    }

    /** Lets all do the same at the same time. */
    private static void together(List<FakeNamenode> namenodes, Job job) throws IOException {
        for (FakeNamenode namenode : namenodes) {
            namenode.ask(job);
        }
        for (FakeNamenode namenode : namenodes) {
            namenode.answer();
        }
    }
}
