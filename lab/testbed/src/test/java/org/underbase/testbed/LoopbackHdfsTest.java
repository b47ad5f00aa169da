package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.junit.ClusterExtension;

/** HDFS on three loopback nodes. Every test restores all daemons. */
@Tag("cluster")
class LoopbackHdfsTest {
    @RegisterExtension
    static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder()
            .nodes(3)
            .racks("/r1", "/r1", "/r2")
            .metricsPeriod(Duration.ofSeconds(1))
            // A replica that missed the end of its file waits for both.
            .set("dfs.blockreport.intervalMsec", "3000")
            .set("dfs.namenode.reconstruction.pending.timeout-sec", "3"));

    private static final int MEBIBYTE = 1 << 20;

    private final TestCluster cluster = CLUSTER.cluster();

    @Test
    void fileHasAReplicaOnEveryNode() throws IOException {
        byte[] bytes = new byte[MEBIBYTE];
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            Path file = new Path("/everywhere");
            HdfsFiles.write(fs, file, bytes);
            try (InputStream in = fs.open(file)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            // The NameNode completes a file when the first replica is reported.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getHosts())
                            .containsExactlyInAnyOrderElementsOf(
                                    cluster.nodes().stream().map(Node::address).toList()));
            assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getTopologyPaths())
                    .extracting(path -> path.substring(0, path.lastIndexOf('/')))
                    .containsExactlyInAnyOrder("/r1", "/r1", "/r2");
        }
    }

    @Test
    void aListOfProcessesNamesTheDaemons() throws IOException {
        for (Daemon daemon : cluster.daemons()) {
            String command = Files.readString(
                    java.nio.file.Path.of("/proc", Long.toString(daemon.pid().orElseThrow()), "cmdline"));
            assertThat(command.split("\0", -1))
                    .as("%s", daemon)
                    .contains("-Dproc_" + daemon.role().id());
        }
    }

    @Test
    void firstReplicaIsOnTheNodeOfTheWriter() throws IOException {
        Node writer = cluster.node("n2");
        writer.run(PutFile.class, "/local", "4096", "1");
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            assertThat(fs.getFileBlockLocations(new Path("/local"), 0, 1)[0].getHosts())
                    .containsExactly(writer.address());
        }
    }

    @Test
    void dataNodesReportWrittenBytes() throws IOException {
        long before = bytesWritten();
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            HdfsFiles.write(fs, new Path("/counted"), new byte[2 * MEBIBYTE]);
        }
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(bytesWritten() - before).isGreaterThanOrEqualTo(3L * 2 * MEBIBYTE));
        assertThat(cluster.node("n1").disk(0).bytes().written()).isPositive();
    }

    private long bytesWritten() throws IOException {
        long sum = 0;
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode beans = dataNode.jmx("Hadoop:service=DataNode,name=DataNodeActivity*");
            assertThat(beans).hasSize(1);
            sum += beans.get(0).get("BytesWritten").longValue();
        }
        return sum;
    }

    @Test
    void killedAndPausedDataNodesAreDeadUntilTheyReturn() throws IOException {
        Daemon killed = cluster.node("n1").dataNode(0);
        Daemon paused = cluster.node("n3").dataNode(0);
        long killedPid = killed.pid().orElseThrow();
        long pausedPid = paused.pid().orElseThrow();
        killed.kill();
        paused.pause();
        assertThat(killed.alive()).isFalse();
        assertThat(killed.state()).isEqualTo(Daemon.State.EXITED);
        cluster.awaitLiveDataNodes(1);
        assertThat(paused.alive()).isTrue();
        assertThat(paused.state()).isEqualTo(Daemon.State.PAUSED);
        killed.start();
        paused.resume();
        cluster.awaitServing(killed);
        cluster.awaitLiveDataNodes(3);
        assertThat(killed.pid().orElseThrow()).isNotEqualTo(killedPid);
        assertThat(paused.pid()).hasValue(pausedPid);
        assertThat(paused.state()).isEqualTo(Daemon.State.RUNNING);
        cluster.awaitFullyReplicated();
    }

    /**
     * The DataNode reports its replica while the file is open, and the file is closed without it. The NameNode does not know
     * the old replica, and every copy of the block to that DataNode fails until the next full report.
     */
    @Test
    @Tag("long")
    void replicaThatMissedTheEndOfItsFileIsReplaced() throws IOException {
        Path file = new Path("/open-without-one-datanode");
        Daemon victim = cluster.node("n3").dataNode(0);
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            FSDataOutputStream out = fs.create(file);
            out.write(new byte[MEBIBYTE]);
            out.hflush();
            victim.kill();
            cluster.awaitLiveDataNodes(2);
            victim.start();
            cluster.awaitLiveDataNodes(3);
            out.write(1);
            out.close();
            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getHosts())
                            .hasSize(3));
        }
    }

    @Test
    void keyChangesWithARestart() throws IOException {
        Daemon dataNode = cluster.node("n2").dataNode(0);
        dataNode.set("dfs.datanode.max.transfer.threads", "77");
        dataNode.restart();
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> assertThat(conf(dataNode))
                .contains("<value>77</value>"));
        // The NameNode has not noticed the end of the former process.
        cluster.awaitServing(dataNode);
        cluster.awaitLiveDataNodes(3);
    }

    private static String conf(Daemon daemon) throws IOException {
        try (InputStream in =
                daemon.web().orElseThrow().resolve("/conf").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void clientConfigurationIsComplete() throws IOException {
        for (String file : List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml")) {
            assertThat(cluster.clientConfigurationDirectory().resolve(file)).exists();
        }
        assertThat(cluster.client()
                        .exec("sh", "-c", "cat $HADOOP_CONF_DIR/core-site.xml")
                        .out())
                .contains("fs.defaultFS");
    }

    @Test
    void logsAreCollected(@TempDir java.nio.file.Path target) throws IOException {
        cluster.collectLogs(target);
        for (Daemon daemon : cluster.daemons()) {
            java.nio.file.Path copy = target.resolve(daemon.node()).resolve(daemon.name());
            assertThat(copy.resolve("log").resolve(daemon.name() + ".log")).isNotEmptyFile();
            assertThat(copy.resolve("conf/core-site.xml")).exists();
        }
    }

    @Test
    void loopbackHasNoLinks() {
        assertThatThrownBy(() -> cluster.node("n1").cutLink())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Network.namespaces()");
        assertThatThrownBy(() -> cluster.node("n4")).hasMessageContaining("one of n1, n2, n3");
    }
}
