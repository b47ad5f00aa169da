package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.underbase.testbed.process.CommandResult;

/** {@code conf/tiers}, unchanged: a NameNode and one node with two DataNodes, started as its comments say. */
@Tag("cluster")
@ExtendWith(NeedsNamespaces.class)
class TiersConfTest {
    private static final String NODE = "tiers";

    private static OperatedCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new OperatedCluster("tiers", NODE);
        assertThat(cluster.run(NODE, "underbase-daemon", "format-if-needed").exitCode())
                .isZero();
        cluster.start(NODE, "namenode");
        cluster.awaitHealth();
        CommandResult start = cluster.run(NODE, "underbase", "datanode", "start");
        assertThat(start.exitCode()).as(start.err()).isZero();
        assertThat(start.out())
                .contains("datanode fast: started, process ", ", at 127.0.0.1:9866\n")
                .contains("datanode disk: started, process ", ", at 127.0.0.1:9876\n");
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void bothDataNodesRunAndAFileIsWrittenAndRead() throws IOException {
        JsonNode status = status(0);
        for (JsonNode datanode : status) {
            assertThat(datanode.get("state").asText()).isEqualTo("running");
            assertThat(Path.of(datanode.get("log").asText()))
                    .as("conf/tiers logs into a file for each DataNode")
                    .isNotEmptyFile()
                    .hasParent(cluster.data(NODE).resolve("log"));
            assertThat(Path.of(datanode.get("pidFile").asText()))
                    .hasParent(cluster.data(NODE).resolve("run"));
        }
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(
                        cluster.run(NODE, "hdfs", "dfsadmin", "-report", "-live")
                                .out())
                .contains("Live datanodes (2)", "127.0.0.1:9866", "127.0.0.1:9876"));
        awaitTiers();
        Path file = cluster.data(NODE).resolve("greeting");
        Files.writeString(file, "to some tier", StandardCharsets.UTF_8);
        CommandResult put = cluster.run(NODE, "hdfs", "dfs", "-put", "-f", file.toString(), "/greeting");
        assertThat(put.exitCode()).as(put.err()).isZero();
        assertThat(cluster.run(NODE, "hdfs", "dfs", "-cat", "/greeting").out()).isEqualTo("to some tier");
    }

    @Test
    void oneDataNodeIsStoppedAndStarted() throws IOException {
        CommandResult stop = cluster.run(NODE, "underbase", "datanode", "stop", "--tier", "disk", "--timeout", "60");
        assertThat(stop.out()).as(stop.err()).isEqualTo("datanode disk: stopped\n");
        assertThat(status(3).get(1).get("state").asText()).isEqualTo("stopped");
        CommandResult start = cluster.run(NODE, "underbase", "datanode", "start");
        assertThat(start.out())
                .as(start.err())
                .contains("datanode fast: already running")
                .contains("datanode disk: started");
        assertThat(start.exitCode()).isZero();
    }

    @Test
    @Tag("long")
    void walDirectoriesGetAVectorAndLoseIt() throws IOException {
        awaitTiers();
        assertThat(cluster.run(NODE, "hdfs", "dfs", "-mkdir", "-p", "/hbase/WALs", "/hbase/oldWALs")
                        .exitCode())
                .isZero();
        assertThat(cluster.run(NODE, "hdfs", "tier", "-set", "/hbase/oldWALs", "disk=1")
                        .exitCode())
                .isZero();
        CommandResult nonsense = wal("enable", "--vector", "golden=1");
        assertThat(nonsense.exitCode()).as(nonsense.out()).isEqualTo(1);
        assertThat(nonsense.err().lines()).hasSize(1);
        assertThat(nonsense.err()).contains("golden");

        CommandResult enable = wal("enable", "--vector", "fast=1", "--json");
        assertThat(enable.exitCode())
                .as("the Master's directories are missing: " + enable.err())
                .isEqualTo(3);
        JsonNode directories = new ObjectMapper().readTree(enable.out()).get("directories");
        assertThat(directories.get(0).get("vector").asText()).isEqualTo("fast=1");
        assertThat(directories.get(1).get("vector").asText()).isEqualTo("fast=1");
        assertThat(directories.get(1).get("previous").asText()).contains("disk=1");
        assertThat(tierPolicy("/hbase/WALs")).isEqualTo("fast=1");

        assertThat(wal("disable").exitCode()).isEqualTo(3);
        assertThat(tierPolicy("/hbase/WALs")).as("the cluster's").isEqualTo("hybrid");
        assertThat(tierPolicy("/hbase/oldWALs")).isEqualTo("disk=1");
    }

    /** Awaits that the DataNode of each tier has announced it. */
    private static void awaitTiers() {
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            CommandResult tiers = cluster.run(NODE, "underbase", "tier", "list", "--json");
            JsonNode list = new ObjectMapper().readTree(tiers.out()).get("tiers");
            assertThat(list).as(tiers.out() + tiers.err()).hasSize(2);
            assertThat(list.get(0).get("live").asInt()).isEqualTo(1);
            assertThat(list.get(1).get("live").asInt()).isEqualTo(1);
        });
    }

    private static CommandResult wal(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of("combinedlog", "wal"));
        all.addAll(List.of(args));
        all.addAll(List.of("--root", "/hbase"));
        return cluster.run(NODE, "underbase", all.toArray(String[]::new));
    }

    private static String tierPolicy(String path) throws IOException {
        CommandResult show = cluster.run(NODE, "underbase", "tier", "show", "--json", path);
        return new ObjectMapper().readTree(show.out()).get("policy").asText();
    }

    private static JsonNode status(int exitCode) throws IOException {
        CommandResult status = cluster.run(NODE, "underbase", "datanode", "status", "--json");
        assertThat(status.exitCode()).as(status.out() + status.err()).isEqualTo(exitCode);
        return new ObjectMapper().readTree(status.out());
    }
}
