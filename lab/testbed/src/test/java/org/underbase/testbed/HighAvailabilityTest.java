package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.underbase.testbed.junit.ClusterExtension;

/** Failovers between two NameNodes with three JournalNodes. */
@Tag("cluster")
@Tag("long")
class HighAvailabilityTest {
    @RegisterExtension
    static final ClusterExtension CLUSTER =
            ClusterExtension.of(TestCluster.builder().nodes(3).highAvailability(true));

    @Test
    void filesSurviveFailoversFromARunningAndFromAKilledNameNode(TestCluster cluster) throws IOException {
        Daemon first = cluster.nameNode();
        assertThat(first.node()).isEqualTo("n1");
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            HdfsFiles.write(fs, new Path("/before"), new byte[100]);

            cluster.failover();
            Daemon second = cluster.nameNode();
            assertThat(second.node()).isEqualTo("n2");
            HdfsFiles.write(fs, new Path("/between"), new byte[100]);

            second.kill();
            assertThatThrownBy(cluster::nameNode).hasMessageContaining("no NameNode is active");
            cluster.failover();
            assertThat(cluster.nameNode()).isSameAs(first);
            HdfsFiles.write(fs, new Path("/after"), new byte[100]);
            assertThat(fs.listStatus(new Path("/"))).hasSize(3);

            assertThatThrownBy(cluster::failover).hasMessageContaining("namenode-0 on n2 does not run");
            second.start();
            cluster.awaitLiveDataNodes(3);
        }
    }

    /** A NameNode that has just started is in safe mode, in which HDFS rejects a failover to it. */
    @Test
    void failoverWaitsUntilTheStandbyHasLeftSafeMode(TestCluster cluster) throws Exception {
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            HdfsFiles.write(fs, new Path("/safe"), new byte[100]);
        }
        Daemon active = cluster.nameNode();
        Daemon standby = cluster.daemons(Role.NAMENODE).stream()
                .filter(each -> each != active)
                .findFirst()
                .orElseThrow();
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            dataNode.kill();
        }
        standby.kill();
        standby.start();
        cluster.awaitServing(standby);
        FutureTask<Void> failover = new FutureTask<>(() -> {
            cluster.failover();
            return null;
        });
        new Thread(failover, "failover").start();
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            dataNode.start();
        }
        failover.get();
        assertThat(cluster.nameNode()).isSameAs(standby);
    }
}
