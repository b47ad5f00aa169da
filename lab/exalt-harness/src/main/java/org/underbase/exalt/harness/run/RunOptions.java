package org.underbase.exalt.harness.run;

import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.load.LoadSpec;

/**
 * Description of a run.
 *
 * @param cluster description of the cluster
 * @param write load that writes or replays
 * @param readers number of threads that then read everything and compare every byte; 0 for none
 * @param profile whether to record stacks, which takes processor time
 */
public record RunOptions(ClusterOptions cluster, LoadSpec write, int readers, boolean profile) {
    public RunOptions {
        int datanodes = cluster.datanodes() + cluster.realDatanodes();
        if (write.replication() > datanodes) {
            throw new IllegalArgumentException(
                    "replication " + write.replication() + " exceeds the number of DataNodes, " + datanodes);
        }
        if (readers < 0) {
            throw new IllegalArgumentException("invalid --readers " + readers + ": must be at least 0");
        }
        if (write.files() == 0 && write.seconds() == 0 && write.kind() != LoadSpec.Kind.REPLAY) {
            throw new IllegalArgumentException("missing end of the run: set a number of files or a duration");
        }
    }
}
