package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.ServerTask;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;

/** Test of HBase's task list, the metrics and {@code underbase localcompact status} on real nodes. */
@Tag("cluster")
class VisibilityTest {
    private static final int ROWS = 1_500;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    private static TableName filled(String name) throws IOException {
        TableName table = tables.create(name);
        for (int file = 0; file < 3; file++) {
            tables.write(table, ROWS);
        }
        return table;
    }

    private static StatusRun status(String... options) {
        return StatusRun.of(tables.nodes(), options);
    }

    /** Returns the status when all servers respond: after a restart the Master lists the previous server for a while. */
    private static JsonNode json() throws IOException {
        AtomicReference<StatusRun> run = new AtomicReference<>();
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
            run.set(status("--json"));
            assertThat(run.get().exitCode()).as("%s", run).isZero();
        });
        return run.get().json();
    }

    private static JsonNode server(JsonNode json, ServerName name) {
        for (JsonNode each : json.path("servers")) {
            if (each.path("server").asText().equals(name.getServerName())) {
                return each;
            }
        }
        throw new AssertionError(name + " is not in " + json);
    }

    /** Lists the tasks of a server as HBase's Master received them. */
    private static List<String> tasks(ServerName server) throws IOException {
        return tables
                .admin()
                .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
                .getLiveServerMetrics()
                .get(server)
                .getTasks()
                .stream()
                .filter(task -> task.getState() == ServerTask.State.RUNNING)
                .map(task -> task.getDescription() + ": " + task.getStatus())
                .toList();
    }

    /** Returns the page of a RegionServer. */
    private static String page(ServerName server) throws IOException {
        URI page = tables.regionServer(server).web().orElseThrow().resolve("rs-status");
        try (InputStream in = page.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void runningCompactionIsInTaskListsAndStatus() throws Exception {
        TableName table = filled("visible");
        RegionInfo region = tables.region(table);
        ServerName owner = tables.owner(region);
        String store = "visible " + region.getEncodedName() + "/f";
        HoldingFaultInjector.hold(SharedTables.faults(), FaultPoint.WRITTEN);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT)
                    .until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), FaultPoint.WRITTEN));
            await().atMost(TableCluster.LIMIT)
                    .untilAsserted(() -> assertThat(tasks(owner)).anySatisfy(task -> assertThat(task)
                            .startsWith("Local compaction of " + store + ", on [")
                            .contains("this server", "]: merging block 0, ")));
            List<String> merges = new ArrayList<>();
            await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
                merges.clear();
                for (ServerName each : tables.admin().getRegionServers()) {
                    tasks(each).stream()
                            .filter(task -> task.startsWith("Merge of " + store))
                            .forEach(merges::add);
                }
                assertThat(merges).hasSize(2).allSatisfy(task -> assertThat(task)
                        .contains(", for RegionServer ", ": block 0 written, awaiting the other servers, "));
            });
            assertThat(page(owner)).contains("Local compaction of " + store);
            JsonNode json = json();
            JsonNode compaction = server(json, owner).path("compactions").path(0);
            assertThat(compaction.path("store").asText()).isEqualTo(store);
            assertThat(compaction.path("phase").asText()).isEqualTo("merging block 0");
            assertThat(compaction.path("percent").asInt()).isBetween(1, 100);
            assertThat(json.findValues("merges").stream()
                            .mapToInt(JsonNode::size)
                            .sum())
                    .isEqualTo(2);
            assertThat(status().out()).contains("LOCAL COMPACTION OF", store, "MERGE OF", "for RegionServer ");
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), FaultPoint.WRITTEN);
        }
        tables.awaitOneFile(table);
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
            JsonNode json = json();
            assertThat(json.findValues("compactions").stream()
                            .mapToInt(JsonNode::size)
                            .sum())
                    .isZero();
            assertThat(json.findValues("merges").stream()
                            .mapToInt(JsonNode::size)
                            .sum())
                    .isZero();
        });
        tables.checkRows(table);
    }

    @Test
    void statusAndMetricsCountSavedBytesByNode() throws Exception {
        TableName table = filled("saved");
        ServerName owner = tables.owner(tables.region(table));
        JsonNode before = json();
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        long length = tables.files(table).get(0).getLen();
        JsonNode after = json();
        assertThat(difference(before, after, owner, "Local")).isEqualTo(1);
        assertThat(difference(before, after, owner, "SavedBytes"))
                .isGreaterThan(length)
                .isLessThan(2 * length);
        // All nodes of the testbed are in one rack.
        assertThat(difference(before, after, owner, "SavedBytesBetweenRacks")).isZero();
        assertThat(sum(after.path("savedBytesByDataNode")) - sum(before.path("savedBytesByDataNode")))
                .isEqualTo(2 * length);
        Daemon server = tables.regionServer(owner);
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
            JsonNode bean = server.jmx("Hadoop:service=HBase,name=" + LocalCompactMetrics.NAME)
                    .path(0);
            assertThat(bean.path("Local").asLong()).isEqualTo(count(after, owner, "Local"));
            assertThat(bean.path("SavedBytesWithinRacks").asLong()).isEqualTo(count(after, owner, "SavedBytes"));
            assertThat(bean.path("tag.Reason.1").asText()).isNotEmpty();
            assertThat(bean.path("SavedBytes.1").isNumber()).isTrue();
        });
    }

    private static long count(JsonNode json, ServerName server, String name) {
        return server(json, server).path("counts").path(name).asLong();
    }

    private static long difference(JsonNode before, JsonNode after, ServerName server, String name) {
        return count(after, server, name) - count(before, server, name);
    }

    private static long sum(JsonNode numbers) {
        long sum = 0;
        for (JsonNode each : numbers) {
            sum += each.asLong();
        }
        return sum;
    }

    @Test
    void statusOfSelectedServersIsLimitedToThem() throws Exception {
        ServerName server = tables.admin().getRegionServers().iterator().next();
        StatusRun one = status("--server", server.getAddress().toString(), "--json");
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.json().path("servers")).hasSize(1);
        StatusRun none = status("--server", "missing.example.com");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err())
                .startsWith("no live RegionServer missing.example.com; live: [")
                .hasLineCount(1);
    }

    @Test
    void unreachableClusterIsOneLine() {
        StatusRun run = StatusRun.of("-D", "hbase.zookeeper.quorum=127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("cannot list the RegionServers of the cluster with ZooKeeper 127.0.0.1:1: ")
                .contains("ConnectionLoss", "select the cluster with --conf")
                .hasLineCount(1);
    }
}
