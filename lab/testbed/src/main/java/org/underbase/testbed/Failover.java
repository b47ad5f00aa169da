package org.underbase.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hdfs.tools.DFSHAAdmin;

/** Failover of a NameNode pair by Hadoop's admin tool, which runs on the standby's node. */
final class Failover {
    private final TestCluster cluster;
    private final ClusterPlan plan;

    Failover(TestCluster cluster, ClusterPlan plan) {
        this.cluster = cluster;
        this.plan = plan;
    }

    /** Waits until the standby may become active, which HDFS rejects in safe mode, and makes it active. */
    void run(Duration limit) throws IOException {
        List<Daemon> pair = pair();
        int to = ClusterHealth.isActive(pair.get(0)) || !pair.get(0).alive() ? 1 : 0;
        Daemon target = pair.get(to);
        if (!target.alive()) {
            throw new ClusterException("cannot fail over: " + target + " does not run");
        }
        ClusterHealth.awaitNoSafeMode(target, limit);
        admin(target, List.of("-failover", HdfsSettings.nameNodeId(1 - to), HdfsSettings.nameNodeId(to)));
    }

    /** Makes the first NameNode active after a start, when both are standbys. */
    void activateFirst() throws IOException {
        Daemon first = pair().get(0);
        admin(first, List.of("-transitionToActive", HdfsSettings.nameNodeId(0)));
    }

    private List<Daemon> pair() throws ClusterException {
        if (!plan.highAvailability()) {
            throw new ClusterException("this cluster has one NameNode: use highAvailability(true)");
        }
        return cluster.daemons(Role.NAMENODE);
    }

    private void admin(Daemon where, List<String> arguments) throws IOException {
        cluster.node(where.node()).run(DFSHAAdmin.class.getName(), arguments);
    }
}
