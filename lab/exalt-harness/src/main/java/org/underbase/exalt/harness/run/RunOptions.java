package org.underbase.exalt.harness.run;

import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.load.LoadSpec;

/**
 * What a run consists of.
 *
 * @param cluster that it starts
 * @param write what is written, or replayed
 * @param readers that read all of it afterwards and compare every byte; 0 for none
 * @param profile whether stacks are recorded meanwhile, which costs
 */
public record RunOptions(ClusterOptions cluster, LoadSpec write, int readers, boolean profile) {
    public RunOptions {
        int datanodes = cluster.datanodes() + cluster.realDatanodes();
        if (write.replication() > datanodes) {
            throw new IllegalArgumentException(
                    "replication " + write.replication() + " needs more than " + datanodes + " DataNodes");
        }
        if (readers < 0) {
            throw new IllegalArgumentException("at least 0 readers, not " + readers);
        }
        if (write.files() == 0 && write.seconds() == 0 && write.kind() != LoadSpec.Kind.REPLAY) {
            throw new IllegalArgumentException("a run needs an end: a number of files or of seconds");
        }
    }
}
