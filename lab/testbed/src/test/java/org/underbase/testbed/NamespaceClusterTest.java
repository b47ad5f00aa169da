package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FsShell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.underbase.testbed.junit.ClusterExtension;
import org.underbase.testbed.network.LinkBytes;
import org.underbase.testbed.network.Network;

/** HDFS on three nodes in network namespaces, on two racks. Every test restores all links. */
@Tag("cluster")
class NamespaceClusterTest {
    @RegisterExtension
    static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder()
                    .nodes(3)
                    .racks("/r1", "/r1", "/r2")
                    .network(Network.namespaces().rate("1gbit").uplink("2gbit"))
                    // A pipeline through the node with the cut link ends after this time.
                    .set("dfs.client.socket-timeout", "30000"))
            .orSkip();

    private static final long PAYLOAD = 8L << 20;
    private static final int LONG = 60;

    private final TestCluster cluster = CLUSTER.cluster();

    @AfterEach
    void allLive() throws IOException {
        cluster.awaitLiveDataNodes(3);
    }

    @Test
    void nodesHaveDifferentNamesAndAddresses() throws IOException {
        for (Node node : cluster.nodes()) {
            assertThat(node.exec("cat", "/proc/sys/kernel/hostname")
                            .orThrow()
                            .out()
                            .strip())
                    .isEqualTo(node.name());
            assertThat(node.exec("cat", "/etc/hosts").orThrow().out()).contains("10.77.0.1 n1", "client");
        }
        assertThat(cluster.reachable()).isFalse();
        assertThat(cluster.nameNode().address()).isEqualTo("n1:8020");
    }

    @Test
    void writeCrossesEveryLink() throws IOException {
        LinkBytes[] before = new LinkBytes[3];
        for (int i = 0; i < 3; i++) {
            before[i] = cluster.nodes().get(i).networkBytes();
        }
        LinkBytes clientBefore = cluster.client().networkBytes();
        cluster.client().run(PutFile.class, "/piped", Long.toString(PAYLOAD), "3");
        for (int i = 0; i < 3; i++) {
            LinkBytes crossed = cluster.nodes().get(i).networkBytes().minus(before[i]);
            assertThat(crossed.received()).isBetween(PAYLOAD, PAYLOAD * 3 / 2);
        }
        // The client sends one copy, which the DataNodes forward.
        assertThat(cluster.client().networkBytes().minus(clientBefore).sent()).isBetween(PAYLOAD, PAYLOAD * 3 / 2);
    }

    @Test
    void linkHasTheConfiguredRate() throws IOException {
        cluster.client().linkRate("20mbit");
        try {
            long start = System.nanoTime();
            cluster.client().run(PutFile.class, "/slow", Long.toString(PAYLOAD), "1");
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            // 8 MiB at 2.5 MB/s take 3.3 s; the first 32 KiB pass without delay.
            assertThat(took).isGreaterThan(Duration.ofMillis(3200));
        } finally {
            cluster.client().linkRate("1gbit");
        }
    }

    @Test
    void nodeWithACutLinkIsDeadButAnswersJmx() throws IOException {
        Node lost = cluster.node("n3");
        lost.cutLink();
        cluster.awaitLiveDataNodes(2);
        assertThat(lost.dataNode(0).alive()).isTrue();
        assertThat(lost.dataNode(0).jmx("Hadoop:service=DataNode,name=DataNodeInfo"))
                .hasSize(1);
        cluster.client().run(PutFile.class, "/without-n3", "1000", "2");
        lost.healLink();
        cluster.awaitLiveDataNodes(3);
    }

    @Test
    void twoNodesAreCutFromEachOtherOnly() throws IOException {
        Node first = cluster.node("n1");
        Node second = cluster.node("n2");
        first.cutFrom(second);
        assertThat(connects(first, "n2:9866", 2)).isFalse();
        assertThat(connects(second, "n1:9866", 2)).isFalse();
        assertThat(connects(first, "n3:9866", LONG)).isTrue();
        assertThat(connects(second, "n3:9866", LONG)).isTrue();
        first.healFrom(second);
        assertThat(connects(first, "n2:9866", LONG)).isTrue();
        assertThat(connects(second, "n1:9866", LONG)).isTrue();
    }

    private static boolean connects(Node from, String address, int seconds) throws IOException {
        String target = "/dev/tcp/" + address.replace(':', '/');
        return from.exec("timeout", Integer.toString(seconds), "bash", "-c", "exec 3<>" + target)
                        .exitCode()
                == 0;
    }

    @Test
    void clustersWithTheSameNodeNamesRunConcurrently() throws IOException {
        try (TestCluster other =
                TestCluster.builder().network(Network.namespaces()).start()) {
            other.client().run(PutFile.class, "/only-here", "10", "1");
            assertThatThrownBy(() -> cluster.client().run(FsShell.class, "-test", "-e", "/only-here"))
                    .hasMessageContaining("exit code 1");
        }
    }
}
