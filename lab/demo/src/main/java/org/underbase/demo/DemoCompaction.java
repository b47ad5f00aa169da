package org.underbase.demo;

import java.io.IOException;
import java.util.Optional;
import org.underbase.demo.compaction.CompactionCluster;
import org.underbase.demo.compaction.CompactionResult;

/**
 * The network bytes of a compaction with and without local compaction. The cluster of the workload is on loopback, where
 * nobody can count what goes from node to node; so this has one of its own, after that one is gone.
 */
final class DemoCompaction {
    private DemoCompaction() {}

    /**
     * Measures, or says why it cannot be measured here.
     *
     * @throws IOException when something fails; the message says where the logs are
     * @throws InterruptedException when interrupted
     */
    static CompactionResult show(DemoOptions options, Phases phases, Interruption interruption)
            throws IOException, InterruptedException {
        Optional<String> obstacle = CompactionCluster.obstacle();
        if (obstacle.isPresent()) {
            CompactionResult result = new CompactionResult.NotMeasured(obstacle.get());
            phases.say("network bytes: %s", result.summary());
            return result;
        }
        phases.say("starting three nodes with links of their own, whose bytes are counted");
        try (CompactionCluster cluster =
                CompactionCluster.start(options.compaction(), options.logs(), line -> phases.say("%s", line))) {
            Watch watch = new Watch(cluster::dead, options.work());
            try {
                return watch.during(
                        "the comparison of compactions",
                        () -> cluster.compare(options.seed(), line -> phases.say("%s", line)));
            } catch (IOException | RuntimeException e) {
                interruption.awaitEnd();
                phases.say("failed: saving logs");
                try {
                    cluster.collectLogs(options.logs());
                } catch (IOException unsaved) {
                    e.addSuppressed(unsaved);
                }
                throw e;
            } finally {
                phases.say("removing the cluster");
            }
        }
    }
}
