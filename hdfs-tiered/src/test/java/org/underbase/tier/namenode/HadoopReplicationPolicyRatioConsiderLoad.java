package org.underbase.tier.namenode;

import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicyRatioConsiderLoadWithStorage;

/**
 * Hadoop's {@link TestReplicationPolicyRatioConsiderLoadWithStorage} with the placement policy of the run's setting. The stock test names the policies
 * and ignores the configuration. Runs in the execution {@code upstream-probe}.
 */
public class HadoopReplicationPolicyRatioConsiderLoad extends TestReplicationPolicyRatioConsiderLoadWithStorage {
    public HadoopReplicationPolicyRatioConsiderLoad() {
        blockPlacementPolicy = UpstreamProbe.placement();
    }
}
