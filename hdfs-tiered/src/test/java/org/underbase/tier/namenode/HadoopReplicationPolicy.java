package org.underbase.tier.namenode;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.TestReplicationPolicy;
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
}
