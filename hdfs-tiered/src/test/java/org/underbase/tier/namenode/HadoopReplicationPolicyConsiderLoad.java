package org.underbase.tier.namenode;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicyConsiderLoad;
import org.junit.Before;
import org.junit.runners.Parameterized;

/**
 * Hadoop's {@link TestReplicationPolicyConsiderLoad} with our placement: the test asks for a list of classes by their names, so
 * the configuration does not reach it. Runs after Hadoop's tests, in an execution of its own of the module's build.
 */
public class HadoopReplicationPolicyConsiderLoad extends TestReplicationPolicyConsiderLoad {
    public HadoopReplicationPolicyConsiderLoad(String placement) {
        super(placement);
    }

    /** The classes to test. */
    @Parameterized.Parameters
    public static Iterable<Object[]> data() {
        return List.<Object[]>of(new Object[] {HadoopCluster.placement()});
    }

    @Before
    public void announce() throws IOException {
        HadoopCluster.announce(cluster, dataNodes);
    }
}
