package org.underbase.tier.namenode;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicyConsiderLoad;
import org.junit.runners.Parameterized;

/**
 * Hadoop's {@link TestReplicationPolicyConsiderLoad} with the placement policy of the run's setting. The stock test names the policies
 * and ignores the configuration. Runs in the execution {@code upstream-probe}.
 */
public class HadoopReplicationPolicyConsiderLoad extends TestReplicationPolicyConsiderLoad {
    public HadoopReplicationPolicyConsiderLoad(String placement) {
        super(placement);
    }

    /** Returns the placement policy to test. */
    @Parameterized.Parameters
    public static Iterable<Object[]> data() {
        return List.<Object[]>of(new Object[] {UpstreamProbe.placement()});
    }
}
