package org.underbase.demo;

import java.io.IOException;
import java.util.Optional;
import org.underbase.demo.compaction.CompactionCluster;
import org.underbase.demo.compaction.CompactionResult;

/**
 * Phase that measures the network bytes of a stock and of a local compaction. The workload's cluster is on loopback, whose
 * bytes cannot be counted by node; therefore this phase starts a separate cluster after the other one has stopped.
 */
final class DemoCompaction {
    private DemoCompaction() {}

    /**
     * Measures both compactions, or returns why this machine cannot.
     *
     * @throws IOException if a part fails; the message names the logs
     * @throws InterruptedException if interrupted
     */
    static CompactionResult measure(DemoOptions options, Phases phases, Interruption interruption)
            throws IOException, InterruptedException {
        Optional<String> obstacle = CompactionCluster.obstacle();
        if (obstacle.isPresent()) {
            CompactionResult result = new CompactionResult.NotMeasured(obstacle.get());
            phases.log("network bytes: %s", result.summary());
            return result;
        }
        phases.log("starting three nodes in network namespaces, whose links count bytes");
        try (CompactionCluster cluster =
                CompactionCluster.start(options.compaction(), options.logs(), line -> phases.log("%s", line))) {
            ClusterWatch watch = new ClusterWatch(cluster.cluster(), options.work());
            try {
                return watch.during(
                        "the comparison of compactions",
                        () -> cluster.compare(options.seed(), line -> phases.log("%s", line)));
            } catch (IOException | RuntimeException e) {
                interruption.awaitEnd();
                phases.log("failed: saving logs");
                try {
                    cluster.collectLogs(options.logs());
                } catch (IOException unsaved) {
                    e.addSuppressed(unsaved);
                }
                throw e;
            } finally {
                phases.log("removing the cluster");
            }
        }
    }
}
