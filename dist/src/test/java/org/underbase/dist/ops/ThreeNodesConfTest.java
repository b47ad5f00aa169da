package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.underbase.testbed.process.CommandResult;

/** {@code conf/three-nodes}, unchanged, on three machines with the host names that it contains. */
@Tag("cluster")
@Tag("long")
@ExtendWith(NeedsNamespaces.class)
class ThreeNodesConfTest {
    private static final List<String> NODES = List.of("node1", "node2", "node3");

    private static OperatedCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new OperatedCluster("three-nodes", NODES.toArray(new String[0]));
        assertThat(cluster.run("node1", "underbase-daemon", "format").exitCode())
                .isZero();
        cluster.start("node1", "namenode");
        cluster.start("node1", "zookeeper");
        cluster.start("node1", "hbase-master");
        for (String node : NODES) {
            cluster.start(node, "datanode");
            cluster.start(node, "regionserver");
        }
        cluster.awaitHealth();
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aTableIsWrittenAndReadBackWithTheTracerAttachedOnEveryNode() throws IOException {
        CommandResult check = cluster.run("node3", "underbase", "check");

        assertThat(check.out())
                .as("%s", check.err())
                .containsPattern("ok +hdfs: wrote and read 1048576 bytes, 3 replicas")
                .containsPattern("ok +hbase: .*; 3 RegionServers")
                .containsPattern("ok +tracer in master: ");
        for (String node : NODES) {
            assertThat(check.out()).containsPattern("ok +tracer in regionserver " + node + ":16020: .*wal=attached");
        }
        assertThat(check.exitCode()).isZero();
    }

    @Test
    void aFilePutOnOneNodeIsReadOnAnotherAndHasAReplicaOnEach() throws IOException {
        Path file = cluster.data("node2").resolve("greeting");
        Files.writeString(file, "from node2", StandardCharsets.UTF_8);

        CommandResult put = cluster.run("node2", "hdfs", "dfs", "-put", file.toString(), "/greeting");
        assertThat(put.exitCode()).as("%s", put.err()).isZero();
        CommandResult cat = cluster.run("node3", "hdfs", "dfs", "-cat", "/greeting");
        assertThat(cat.out()).as("%s", cat.err()).isEqualTo("from node2");
        CommandResult fsck = cluster.run("node1", "hdfs", "fsck", "/greeting", "-files", "-blocks", "-locations");
        assertThat(fsck.out()).contains("Live_repl=3");
    }

    @Test
    void theRegionServerOfANodeIsInTheTraceOfThatNode() {
        Traces.assertWhatARegionServerDid(cluster, "node1");
    }
}
