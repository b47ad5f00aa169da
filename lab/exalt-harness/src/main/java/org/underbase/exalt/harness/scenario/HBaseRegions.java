package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.load.Tables;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that measures the cost of many regions in little memory. (NSDI '14, Figure 9: many small files load the NameNode.) */
final class HBaseRegions implements Scenario {
    private static final int SERVERS = 2;
    private static final long MEMORY = 512L << 20;
    private static final long GIBI = 1L << 30;
    private static final List<Integer> REGIONS_OF_GIB = List.of(2, 5, 10, 20, 50, 100);
    private static final int WARM_UP = 8;
    private static final List<String> HEADS = List.of(
            "regions per GB",
            "MB/s",
            "client ms",
            "flushes",
            "MB per flush",
            "created files/s",
            "created files per GB",
            "NN calls/s",
            "blocked s",
            "machine busy %");

    @Override
    public String name() {
        return "hbase-regions";
    }

    @Override
    public String question() {
        return "Rows of 1 MB, flushes and files of HBase with 2 to 100 regions per GB of RegionServer memory;"
                + " --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 25;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Phase> phases = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        try (ExaltCluster cluster = HBaseParts.start(options, "regions", HBaseOptions.of(SERVERS, MEMORY), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            measure(cluster, sampler, listener, REGIONS_OF_GIB.get(0), options, WARM_UP);
            for (int regions : REGIONS_OF_GIB) {
                Phase phase = measure(cluster, sampler, listener, regions, options, options.count());
                phases.add(phase);
                rows.add(row(regions, phase));
            }
        }
        List<String> warnings = Warnings.of(phases);
        Phase few = phases.get(0);
        Phase many = phases.get(phases.size() - 1);
        String most = REGIONS_OF_GIB.get(REGIONS_OF_GIB.size() - 1) + " regions per GB";
        String least = REGIONS_OF_GIB.get(0) + " regions per GB";
        return new ScenarioResult(
                name(),
                question(),
                HEADS,
                rows,
                Verdict.ofRates(most, many.megabytesPerSecond(), least, few.megabytesPerSecond(), !warnings.isEmpty())
                        + String.format(
                                Locale.ROOT,
                                "; they create %.2f files per GB on the NameNode, versus %.2f with %s",
                                files(many),
                                files(few),
                                least),
                warnings);
    }

    private static Phase measure(
            ExaltCluster cluster, Sampler sampler, Phases listener, int regions, ScenarioOptions options, long seconds)
            throws IOException, InterruptedException {
        RowsSpec rows = new RowsSpec("regions", (int) (MEMORY * SERVERS * regions / GIBI), 1, false);
        Tables.create(cluster.configuration(), rows, 0, Map.of());
        Phase phase = sampler.run(
                regions + " regions per GB", HBaseParts.put(options, rows, HBaseParts.VALUE, 0, seconds), listener);
        Tables.drop(cluster.configuration(), rows.table());
        return phase;
    }

    private static double files(Phase phase) {
        return HBaseParts.creates(phase) / (phase.progress().bytes() / HBaseParts.GIGA);
    }

    private static List<String> row(int regions, Phase phase) {
        return List.of(
                Integer.toString(regions),
                Measured.number(phase.megabytesPerSecond(), 1),
                Measured.number(phase.clientMillis(), 1),
                Long.toString(phase.hbase().flushes()),
                Measured.number(
                        phase.hbase().flushedBytes()
                                / (double) Math.max(1, phase.hbase().flushes())
                                / 1e6,
                        1),
                Measured.number(HBaseParts.creates(phase) / phase.seconds(), 2),
                Measured.number(files(phase), 2),
                Measured.number(phase.callsPerSecond(), 0),
                Measured.number(phase.hbase().blockedMillis() / 1e3, 1),
                Measured.number(phase.busy(), 0));
    }
}
