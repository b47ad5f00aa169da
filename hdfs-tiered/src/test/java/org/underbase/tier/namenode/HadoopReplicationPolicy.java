package org.underbase.tier.namenode;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicy;
import org.junit.Test;
import org.junit.runners.Parameterized;

/**
 * Hadoop's {@link TestReplicationPolicy} with our placement: the test asks for a list of classes by their names, so
 * the configuration does not reach it. Runs after Hadoop's tests, in an execution of its own of the module's build.
 */
public class HadoopReplicationPolicy extends TestReplicationPolicy {
    public HadoopReplicationPolicy(String placement) {
        super(placement);
    }

    /** The classes to test. */
    @Parameterized.Parameters
    public static Iterable<Object[]> data() {
        return List.<Object[]>of(new Object[] {HadoopTestsWitness.placement()});
    }

    /** Differs by design: Hadoop's own version moves a replica to a DataNode that has one of the block already. */
    @Override
    @Test
    public void testIsMovable() {
        List<DatanodeInfo> three = List.of(dataNodes[0], dataNodes[1], dataNodes[2]);
        List<DatanodeInfo> four = List.of(dataNodes[0], dataNodes[1], dataNodes[2], dataNodes[3]);

        assertTrue("two racks stay", replicator.isMovable(three, dataNodes[0], dataNodes[3]));
        assertFalse("one rack would be left", replicator.isMovable(three, dataNodes[2], dataNodes[0]));
        if (replicator instanceof TierPlacement) {
            assertFalse("the target has one", replicator.isMovable(four, dataNodes[0], dataNodes[3]));
        }
    }
}
