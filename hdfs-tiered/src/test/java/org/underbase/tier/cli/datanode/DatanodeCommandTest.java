package org.underbase.tier.cli.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code underbase datanode} with real DataNode processes, two on one node, and a NameNode of this JVM. */
@Tag("cluster")
class DatanodeCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private MiniDFSCluster cluster;
    private TieredNode node;
    private List<Integer> ports;

    @BeforeEach
    void startNameNode() throws IOException {
        Configuration namenode = new HdfsConfiguration();
        namenode.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("nn").toString());
        cluster = new MiniDFSCluster.Builder(namenode).numDataNodes(0).build();
        ports = TieredNode.freePorts(6);
        node = new TieredNode(directory, cluster.getURI())
                .tier("fast", directory.resolve("fast").toString(), ports.subList(0, 3))
                .tier("disk", directory.resolve("disk").toString(), ports.subList(3, 6));
        node.write();
    }

    @AfterEach
    void stopAll() {
        // Waits for each process, and kills what does not end.
        underbase("stop", "--timeout", "20");
        cluster.shutdown();
    }

    @Test
    void startStatusStop() throws IOException {
        TieredNode.Result start = underbase("start");
        assertThat(start.exit()).as(start.err() + logs()).isZero();
        assertThat(start.out().lines())
                .hasSize(2)
                .anyMatch(line ->
                        line.matches("datanode fast: started, process \\d+, at 127\\.0\\.0\\.1:" + ports.get(0)))
                .anyMatch(line ->
                        line.matches("datanode disk: started, process \\d+, at 127\\.0\\.0\\.1:" + ports.get(3)));

        awaitLive(ports.get(0), ports.get(3));
        JsonNode status = status(0);
        for (JsonNode datanode : status) {
            String tier = datanode.get("tier").asText();
            assertThat(datanode.get("state").asText()).isEqualTo("running");
            assertThat(datanode.get("directories").get(0).asText())
                    .isEqualTo(directory.resolve(tier).toString());
            assertThat(registered(tier.equals("fast") ? ports.get(0) : ports.get(3))
                            .getDatanodeUuid())
                    .isEqualTo(datanode.get("uuid").asText());
            assertThat(command(datanode.get("pid").asLong()))
                    .contains(DataNode.class.getName())
                    .contains("-Xmx96m");
        }
        TieredNode.Result table = underbase("status");
        assertThat(table.out().lines().toList().get(0)).matches("TIER +PID +STATE +PORTS +DIRS +UUID");
        assertThat(table.out()).contains(ports.get(1) + "," + ports.get(2));

        TieredNode.Result again = underbase("start");
        assertThat(again.exit()).isZero();
        assertThat(again.out().lines()).hasSize(2).allMatch(line -> line.contains(": already running, process "));
        assertThat(pids(status(0))).isEqualTo(pids(status));

        TieredNode.Result stop = underbase("stop", "--tier", "disk", "--timeout", "60");
        assertThat(stop.exit()).isZero();
        assertThat(stop.out()).isEqualTo("datanode disk: stopped\n");
        JsonNode one = status(3);
        assertThat(one.get(0).get("state").asText()).isEqualTo("running");
        assertThat(one.get(1).get("state").asText()).isEqualTo("stopped");
        assertThat(underbase("status", "--tier", "fast").exit()).isZero();

        assertThat(underbase("stop").exit()).isZero();
        assertThat(underbase("stop").out()).contains("datanode fast: not running", "datanode disk: not running");

        TieredNode.Result split = UserGroupInformation.createRemoteUser("mallory")
                .doAs((PrivilegedAction<TieredNode.Result>) () -> underbase("split"));
        assertThat(split.exit()).isEqualTo(1);
        assertThat(split.err().lines())
                .singleElement()
                .asString()
                .startsWith("underbase: datanode split: Access denied for user mallory.")
                .endsWith("; run this command again to continue");
    }

    @Test
    void twoStartsAtOnceStartOneAndBothSucceed() throws Exception {
        FutureTask<TieredNode.Result> start = new FutureTask<>(() -> underbase("start", "--tier", "fast"));
        Thread other = new Thread(start, "the-other-start");
        other.start();
        TieredNode.Result mine = underbase("start", "--tier", "fast");
        TieredNode.Result theirs = start.get();

        assertThat(List.of(mine.exit(), theirs.exit()))
                .as(mine.err() + theirs.err())
                .containsExactly(0, 0);
        assertThat(List.of(mine.out(), theirs.out()))
                .anyMatch(out -> out.startsWith("datanode fast: started"))
                .anyMatch(out -> out.startsWith("datanode fast: already running"));
    }

    @Test
    void afterAKillItIsDeadAndCanBeStarted() throws IOException {
        startOnFast();
        JsonNode before = status(3).get(0);
        kill();

        startOnFast();
        JsonNode after = status(3).get(0);
        assertThat(after.get("uuid")).isEqualTo(before.get("uuid"));
    }

    /** A DataNode listens before it formats its directories. HDFS does not start with an empty {@code VERSION}. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFormatInterruptedByAKillIsRepeated(boolean ofBlockPool) throws IOException {
        startOnFast();
        kill();
        Path root = directory.resolve("fast");
        if (ofBlockPool) {
            try (DirectoryStream<Path> pools = Files.newDirectoryStream(root.resolve("current"), "BP-*")) {
                root = pools.iterator().next();
            }
        }
        Path current = root.resolve("current");
        assertThat(FileUtil.fullyDeleteContents(current.toFile())).isTrue();
        Path version = Files.createFile(current.resolve("VERSION"));

        assertThat(startOnFast().err())
                .isEqualTo("underbase: datanode start: datanode fast: removed the empty file " + version
                        + " of an interrupted format; HDFS formats the directory again\n");
        assertThat(version).isNotEmptyFile();
    }

    /** Starts the DataNode of the tier and waits until it is registered: an earlier one is live for ten minutes. */
    private TieredNode.Result startOnFast() {
        long before = System.currentTimeMillis();
        TieredNode.Result start = underbase("start", "--tier", "fast");
        assertThat(start.out()).as(start.err() + logs()).contains("datanode fast: started");
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertThat(
                        registered(ports.get(0)).getLastUpdate())
                .as(logs())
                .isGreaterThan(before));
        return start;
    }

    private void kill() throws IOException {
        ProcessHandle.of(status(3).get(0).get("pid").asLong()).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE)
                .until(() -> status(3).get(0).get("state").asText().equals("dead"));
    }

    @Test
    void aPidThatBelongsToAnotherProcessIsNotTouched() throws IOException {
        Path pidFile = Path.of(status(3).get(0).get("pidFile").asText());
        Files.createDirectories(pidFile.getParent());
        Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");

        assertThat(status(3).get(0).get("state").asText()).isEqualTo("dead");
        assertThat(underbase("stop").out()).contains("datanode fast: not running");
        assertThat(pidFile).doesNotExist();

        Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");
        assertThat(underbase("start", "--tier", "fast").out()).contains("datanode fast: started");

        // Without its pid file it is found, too.
        Files.delete(pidFile);
        assertThat(underbase("start", "--tier", "fast").out()).contains("datanode fast: already running");
        assertThat(pidFile).isRegularFile();
    }

    @Test
    void aPortThatIsTakenIsTold() throws IOException {
        try (ServerSocket taken = new ServerSocket(ports.get(4), 1, InetAddress.getLoopbackAddress())) {
            TieredNode.Result start = underbase("start");

            assertThat(start.exit()).isEqualTo(1);
            assertThat(start.out()).contains("datanode fast: started").doesNotContain("disk");
            assertThat(start.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("underbase: datanode start: datanode disk exited with code 1: ")
                    .contains("BindException")
                    .contains("" + taken.getLocalPort());
            assertThat(status(3).get(1).get("state").asText()).isEqualTo("stopped");
        }
    }

    @Test
    void whatIsWrongIsToldAndNothingStarted() throws IOException {
        node.set(
                "dfs.tier.disk.datanode.data.dir",
                directory.resolve("fast/disk").toString());
        node.set("dfs.tier.disk.datanode.address", "127.0.0.1:" + ports.get(0));
        node.write();
        TieredNode.Result start = underbase("start");

        assertThat(start.exit()).isEqualTo(1);
        assertThat(start.out()).isEmpty();
        assertThat(start.err().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("underbase: datanode start: dfs.tier.fast.datanode."));
        assertThat(directory.resolve("fast")).doesNotExist();
        // Even the tier that would be right alone.
        assertThat(underbase("start", "--tier", "fast").exit()).isEqualTo(1);

        assertThat(underbase("status", "--json").exit()).isEqualTo(3);
    }

    @Test
    void wrongUsageIsTold() throws IOException {
        assertThat(underbase("start", "--tier", "fats").exit()).isEqualTo(2);
        assertThat(underbase("start", "--tier", "fats").err())
                .contains("this node does not run the tier 'fats'; it runs fast, disk");
        assertThat(underbase("start", "--timeout", "0").exit()).isEqualTo(2);
        assertThat(underbase("stop", "--timeout", "-1").exit()).isEqualTo(2);
        assertThat(new CommandLine(new DatanodeCommand())
                        .setErr(new PrintWriter(new StringWriter()))
                        .execute())
                .isEqualTo(2);
    }

    private TieredNode.Result underbase(String command, String... options) {
        return node.underbase(command, options);
    }

    private JsonNode status(int exit) throws IOException {
        return node.status(exit);
    }

    private static List<Long> pids(JsonNode status) {
        List<Long> pids = new ArrayList<>();
        status.forEach(datanode -> pids.add(datanode.get("pid").asLong()));
        return pids;
    }

    private void awaitLive(Integer... xferPorts) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertThat(
                        Arrays.stream(live()).map(DatanodeInfo::getXferPort))
                .containsExactlyInAnyOrder(xferPorts));
    }

    private DatanodeInfo registered(int xferPort) throws IOException {
        return Arrays.stream(live())
                .filter(each -> each.getXferPort() == xferPort)
                .findFirst()
                .orElseThrow();
    }

    private DatanodeInfo[] live() throws IOException {
        return cluster.getFileSystem().getDataNodeStats(DatanodeReportType.LIVE);
    }

    private static String command(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
    }

    private String logs() {
        return " (see the .out files in " + directory.resolve("logs") + ")";
    }
}
