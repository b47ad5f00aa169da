package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.load.Tables;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Space;
import org.underbase.exalt.harness.run.Warnings;
import org.underbase.exalt.hbase.TardisMemStore;

/**
 * Scenario that measures how many nodes need the resources of one, by the size of values. (NSDI '14, Figure 10.) The same rows are written
 * with random values and with Tardis values, and flushed; see {@link Colocation} for the compared resources.
 */
final class HBaseValues implements Scenario {
    private static final List<Integer> SIZES = List.of(100, 1_000, 10_000, 100_000, HBaseParts.VALUE);
    private static final int SERVERS = 2;
    private static final int REGIONS = 4;
    private static final long MEMORY = 4L << 30;
    private static final long MEGA = 1_000_000;
    private static final long MOST_ROWS = 50_000;
    /** Rows per call: with a row per call, the cost of calls would dominate. */
    private static final int CALL_BYTES = 64 << 10;

    private static final int MOST_OF_CALL = 100;
    private static final long NO_FLUSH = 1L << 40;

    @Override
    public String name() {
        return "hbase-values";
    }

    @Override
    public String question() {
        return "Nodes that need the resources of one with random values (disk, wire, memory), by size of values from 100 B to 1 MB;"
                + " --count MB each, at most 50,000 rows";
    }

    @Override
    public long defaultCount() {
        return 64;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Colocation> colocations = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        try (ExaltCluster cluster = HBaseParts.start(options, "values", HBaseOptions.of(SERVERS, MEMORY), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            // The warm-up excludes one-time costs such as compilation and connections.
            measure(cluster, sampler, listener, options, SIZES.get(1), true, new ArrayList<>());
            for (int bytes : SIZES) {
                Colocation.Use plain = measure(cluster, sampler, listener, options, bytes, true, phases);
                Colocation.Use tardis = measure(cluster, sampler, listener, options, bytes, false, phases);
                colocations.add(new Colocation(bytes, plain, tardis));
            }
        }
        return new ScenarioResult(
                name(),
                question(),
                Colocation.HEADS,
                colocations.stream().map(Colocation::row).toList(),
                Colocation.verdict(colocations),
                Warnings.of(phases));
    }

    private static Colocation.Use measure(
            ExaltCluster cluster,
            Sampler sampler,
            Phases listener,
            ScenarioOptions options,
            int bytes,
            boolean plain,
            List<Phase> phases)
            throws IOException, InterruptedException {
        int batch = Math.max(1, Math.min(MOST_OF_CALL, CALL_BYTES / bytes));
        RowsSpec rows = new RowsSpec("values", REGIONS, batch, plain);
        long count = Math.max(1, Math.min(MOST_ROWS, options.count() * MEGA / bytes));
        // Account for the heap that memstores really take.
        Tables.create(cluster.configuration(), rows, NO_FLUSH, Map.of(TardisMemStore.ACCOUNTING.name(), "heap"));
        Space before = Space.of(cluster);
        LoadSpec put = HBaseParts.put(options, rows, bytes, count, 0);
        String name = bytes + " B " + (plain ? "random" : "Tardis");
        Phase puts = sampler.run(name, put, listener);
        Phase flush = sampler.run(name + ", flush", put.flushing(), listener);
        Space after = Space.of(cluster);
        Tables.drop(cluster.configuration(), rows.table());
        phases.add(puts);
        return new Colocation.Use(
                puts.progress().files(),
                after.physicalBytes() - before.physicalBytes(),
                puts.networkBytes() + flush.networkBytes(),
                puts.hbase().memstoreHeapBytes(),
                HBaseParts.cpuSeconds(puts) + HBaseParts.cpuSeconds(flush));
    }
}
