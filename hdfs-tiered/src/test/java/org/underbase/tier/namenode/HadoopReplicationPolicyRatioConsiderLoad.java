package org.underbase.tier.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicyRatioConsiderLoadWithStorage;
import org.junit.Before;

/**
 * Hadoop's {@link TestReplicationPolicyRatioConsiderLoadWithStorage} with our placement: the test asks for a list of classes by their names, so
 * the configuration does not reach it. Runs after Hadoop's tests, in an execution of its own of the module's build.
 */
public class HadoopReplicationPolicyRatioConsiderLoad extends TestReplicationPolicyRatioConsiderLoadWithStorage {
    public HadoopReplicationPolicyRatioConsiderLoad() {
        blockPlacementPolicy = HadoopCluster.placement();
    }

    @Before
    public void announce() throws IOException {
        HadoopCluster.announce(cluster, dataNodes);
    }
}
