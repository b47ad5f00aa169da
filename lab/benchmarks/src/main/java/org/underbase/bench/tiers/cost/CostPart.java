package org.underbase.bench.tiers.cost;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.underbase.bench.tiers.simulated.Done;
import org.underbase.bench.tiers.simulated.Job;
import org.underbase.bench.tiers.simulated.SimulatedNamenode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code cost}: operations per second of three NameNodes with the same DataNodes. The first is stock, the second has the
 * tiers' classes and no policy, the third has policies and weighted reads. Each has a separate JVM; they alternate in short
 * slices.
 */
public final class CostPart {
    private static final int THREADS = 2;
    private static final String TIERED = "/tiered";
    private static final String PLAIN = "/plain";

    /** Comparison of an operation. */
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

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public CostPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a NameNode does not start or an operation fails
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
        try (SimulatedNamenode stock =
                        new SimulatedNamenode("stock-" + datanodes, options.workDirectory(), size, false, Map.of());
                SimulatedNamenode unused = new SimulatedNamenode(
                        "unused-" + datanodes,
                        options.workDirectory(),
                        size,
                        false,
                        SimulatedNamenode.tiers(Map.of()));
                SimulatedNamenode tiered = new SimulatedNamenode(
                        "tiered-" + datanodes,
                        options.workDirectory(),
                        size,
                        false,
                        SimulatedNamenode.tiers(Map.of("dfs.tier.retrieval", "hybrid")))) {
            List<SimulatedNamenode> all = List.of(stock, unused, tiered);
            tiered.run(new Job(Job.Kind.POLICY, TIERED, 0, 1, "hybrid", options.seed()));
            concurrently(all, files(PLAIN));
            concurrently(all, files(TIERED));
            progress.step("cost: warming up with " + size + " DataNodes");
            for (int round = 0; round < (options.quick() ? 1 : 4); round++) {
                for (String directory : List.of(PLAIN, TIERED)) {
                    concurrently(all, slice(Job.Kind.CHOOSE, directory));
                    concurrently(all, slice(Job.Kind.ADD_BLOCK, directory));
                    concurrently(all, slice(Job.Kind.LOCATIONS, directory));
                }
            }
            // Slices are short, so repetitions are necessary for a significant difference on a shared machine.
            int turns = options.quick() ? options.runs() : 3 * options.runs();
            for (int turn = 0; turn < turns; turn++) {
                progress.step("cost: " + size + " DataNodes, turn " + (turn + 1) + " of " + turns);
                for (Comparison comparison : Comparison.values()) {
                    measure(comparison, datanodes, Order.of(turn), stock, comparison.tiered ? tiered : unused);
                }
            }
        }
    }

    private void measure(
            Comparison comparison, int datanodes, Order order, SimulatedNamenode stock, SimulatedNamenode underbase)
            throws IOException {
        Job job = slice(comparison.kind, comparison.directory);
        SimulatedNamenode a = order == Order.UNDERBASE_FIRST ? underbase : stock;
        SimulatedNamenode b = order == Order.UNDERBASE_FIRST ? stock : underbase;
        Done firstA = a.run(job);
        Done ofB = b.run(job).plus(b.run(job));
        Done ofA = firstA.plus(a.run(job));
        Done ofUnderbase = order == Order.UNDERBASE_FIRST ? ofA : ofB;
        Done ofStock = order == Order.UNDERBASE_FIRST ? ofB : ofA;
        String title = title(comparison, datanodes);
        measurements.compared(title, "1/s", new Pair(ofUnderbase.perSecond(), ofStock.perSecond()));
        measurements.compared(
                title + ", by CPU time", "1/s", new Pair(ofUnderbase.perCpuSecond(), ofStock.perCpuSecond()));
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

    /** Executes a job on all NameNodes concurrently. */
    private static void concurrently(List<SimulatedNamenode> namenodes, Job job) throws IOException {
        for (SimulatedNamenode namenode : namenodes) {
            namenode.send(job);
        }
        for (SimulatedNamenode namenode : namenodes) {
            namenode.receive();
        }
    }
}
