package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.load.Tables;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that asks whether HBase writes more with more RegionServers. (NSDI '14, Figure 8.) */
final class HBaseRegionServers implements Scenario {
    private static final List<Integer> SERVERS = List.of(1, 2, 4, 8);
    private static final int REGIONS_OF_SERVER = 10;
    private static final long MEMORY = 4L << 30;
    private static final int WARM_UP = 8;
    private static final List<String> HEADS = List.of(
            "RegionServers",
            "MB/s",
            "client ms",
            "flushes",
            "NN calls/s",
            "created files/s",
            "processor s per GB",
            "RegionServers' s per GB",
            "machine busy %");

    @Override
    public String name() {
        return "hbase-region-servers";
    }

    @Override
    public String question() {
        return "Rows of 1 MB that HBase writes with 1, 2, 4 and 8 RegionServers with 10 regions each; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Phase> phases = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int servers : SERVERS) {
            Phase phase = measure(options, servers, progress);
            phases.add(phase);
            rows.add(row(servers, phase));
        }
        List<String> warnings = Warnings.of(phases);
        return new ScenarioResult(
                name(),
                question(),
                HEADS,
                rows,
                Verdict.ofRates(
                        SERVERS.get(SERVERS.size() - 1) + " RegionServers",
                        phases.get(phases.size() - 1).megabytesPerSecond(),
                        SERVERS.get(0) + " RegionServer",
                        phases.get(0).megabytesPerSecond(),
                        !warnings.isEmpty()),
                warnings);
    }

    private static Phase measure(ScenarioOptions options, int servers, Consumer<String> progress)
            throws IOException, InterruptedException {
        try (ExaltCluster cluster =
                HBaseParts.start(options, "region-servers-" + servers, HBaseOptions.of(servers, MEMORY), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            RowsSpec warmUp = new RowsSpec("warm-up", servers, 1, false);
            Tables.create(cluster.configuration(), warmUp, 0, Map.of());
            sampler.run("warm-up", HBaseParts.put(options, warmUp, HBaseParts.VALUE, 0, WARM_UP), listener);
            Tables.drop(cluster.configuration(), warmUp.table());
            RowsSpec rows = new RowsSpec("rows", servers * REGIONS_OF_SERVER, 1, false);
            Tables.create(cluster.configuration(), rows, 0, Map.of());
            return sampler.run(
                    servers + (servers == 1 ? " RegionServer" : " RegionServers"),
                    HBaseParts.put(options, rows, HBaseParts.VALUE, 0, options.count()),
                    listener);
        }
    }

    private static List<String> row(int servers, Phase phase) {
        double gigabytes = phase.progress().bytes() / HBaseParts.GIGA;
        return List.of(
                Integer.toString(servers),
                Measured.number(phase.megabytesPerSecond(), 1),
                Measured.number(phase.clientMillis(), 1),
                Long.toString(phase.hbase().flushes()),
                Measured.number(phase.callsPerSecond(), 0),
                Measured.number(HBaseParts.creates(phase) / phase.seconds(), 2),
                Measured.number(HBaseParts.cpuSeconds(phase) / gigabytes, 1),
                Measured.number(phase.cpuSeconds().get("emulated RegionServers") / gigabytes, 1),
                Measured.number(phase.busy(), 0));
    }
}
