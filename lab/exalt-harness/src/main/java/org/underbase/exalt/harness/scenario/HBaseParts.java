package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.measure.Phase;

/** Common parts of scenarios with HBase. */
final class HBaseParts {
    /** Settings of the paper. */
    static final int VALUE = 1 << 20;

    static final double GIGA = 1e9;

    private static final short REPLICATION = 3;
    /** Maximum number of clients: each has several buffers for a value of 1 MB. */
    private static final int MOST_CLIENTS = 16;
    /** Settings that keep archived files during the run. */
    private static final Map<String, String> KEEP =
            Map.of("hbase.master.logcleaner.ttl", "86400000", "hbase.master.hfilecleaner.ttl", "86400000");

    private HBaseParts() {}

    static ExaltCluster start(ScenarioOptions options, String part, HBaseOptions hbase, Consumer<String> progress)
            throws IOException, InterruptedException {
        return ExaltCluster.start(options.cluster(part, KEEP).with(hbase), progress);
    }

    static LoadSpec put(ScenarioOptions options, RowsSpec rows, long bytes, long count, long seconds) {
        return LoadSpec.putting(
                rows, Math.min(options.clients(), MOST_CLIENTS), bytes, count, seconds, REPLICATION, options.seed());
    }

    /** Returns the processor time of all processes of the run, in seconds. */
    static double cpuSeconds(Phase phase) {
        return phase.cpuSeconds().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    static double creates(Phase phase) {
        return phase.calls().getOrDefault("Create", 0L);
    }
}
