package org.underbase.tier.namenode;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicyExcludeSlowNodes;
import org.junit.runners.Parameterized;

/**
 * Hadoop's {@link TestReplicationPolicyExcludeSlowNodes} with the placement policy of the run's setting. The stock test names the policies
 * and ignores the configuration. Runs in the execution {@code upstream-probe}.
 */
public class HadoopReplicationPolicyExcludeSlowNodes extends TestReplicationPolicyExcludeSlowNodes {
    public HadoopReplicationPolicyExcludeSlowNodes(String placement) {
        super(placement);
    }

    /** Returns the placement policy to test. */
    @Parameterized.Parameters
    public static Iterable<Object[]> data() {
        return List.<Object[]>of(new Object[] {UpstreamProbe.placement()});
    }
}
