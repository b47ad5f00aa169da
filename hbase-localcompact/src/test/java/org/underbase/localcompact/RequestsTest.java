package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Test of compaction requests of users and observers, and of the settings that apply to them, on real nodes. */
@Tag("cluster")
class RequestsTest {
    /** Prefix of the keys of HBase's throughput limit. */
    static final String LIMIT_KEYS = "hbase.hstore.compaction.throughput.";

    private static final int ROWS = 1_500;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    private static TableName filled(String name, String... families) throws IOException {
        TableName table = tables.create(name, families);
        write(table, 3);
        return table;
    }

    private static void write(TableName table, int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS);
        }
    }

    @Test
    @Tag("long")
    void everyMergingServerLimitsThroughputAsSetAtRuntime() throws Exception {
        TableName table = filled("throttled");
        RegionInfo region = tables.region(table);
        List<Daemon> merging = tables.nodes().nodes().stream()
                .filter(node -> isHome(region, node.address()))
                .map(node -> node.regionServer())
                .toList();
        assertThat(merging).hasSize(3);
        Daemon owner = tables.regionServer(tables.owner(region));
        limit(200_000);
        try {
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
            long length = tables.files(table).get(0).getLen();
            for (Daemon each : merging) {
                if (!each.equals(owner)) {
                    assertThat(each.jmx(RecordingThroughputController.BEAN)
                                    .path(0)
                                    .path("Started")
                                    .asLong())
                            .as("compactions of %s itself", each)
                            .isZero();
                    await().atMost(TableCluster.LIMIT)
                            .untilAsserted(() -> assertThat(each.jmx("Hadoop:service=HBase,name=LocalCompact")
                                            .path(0)
                                            .path("ForeignWaitMillis")
                                            .asLong())
                                    .as("wait on %s", each)
                                    .isPositive());
                    continue;
                }
                JsonNode recorded = each.jmx(RecordingThroughputController.BEAN).path(0);
                assertThat(recorded.path("Started").asLong())
                        .as("merges on %s", each)
                        .isEqualTo(1);
                assertThat(recorded.path("Finished").asLong()).isEqualTo(1);
                assertThat(recorded.path("Bytes").asLong())
                        .as("bytes on %s of a file of %d", each, length)
                        .isGreaterThan(length / 2);
                assertThat(recorded.path("WaitedMillis").asLong())
                        .as("wait on %s", each)
                        .isPositive();
            }
        } finally {
            limit(100 << 20);
        }
        tables.checkRows(table);
    }

    /** The setting of the coordinator's server, and no other one, determines the levels of the output's index. */
    @Test
    void mergesUseSettingsOfCoordinatorsServer() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("settings"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableCluster.FAMILY)
                        .setBlocksize(4096)
                        .build()));
        write(table, 2);
        RegionInfo region = tables.region(table);
        Daemon owner = tables.regionServer(tables.owner(region));
        Daemon other = tables.nodes().nodes().stream()
                .filter(node -> isHome(region, node.address()))
                .map(node -> node.regionServer())
                .filter(server -> !server.equals(owner))
                .findFirst()
                .orElseThrow();
        int dropped = tables.logged("Dropped [").size();
        assertThat(indexLevels(table, owner, "1024")).isGreaterThan(1);
        assertThat(indexLevels(table, other, "1024")).isEqualTo(1);
        assertThat(tables.logged("Dropped [")).as("divergent merges").hasSize(dropped);
        tables.checkRows(table);
    }

    /** Compacts a table locally while the maximum size of an index block differs on one server. */
    private static int indexLevels(TableName table, Daemon server, String blockSize) throws IOException {
        write(table, 1);
        String key = "hfile.index.block.max.size";
        server.set(key, blockSize);
        tables.admin().updateConfiguration();
        try {
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        } finally {
            server.set(key, Integer.toString(128 << 10));
            tables.admin().updateConfiguration();
        }
        try (HFile.Reader reader = HFile.createReader(
                tables.fs(),
                tables.files(table).get(0).getPath(),
                tables.nodes().clientConfiguration())) {
            return reader.getTrailer().getNumDataIndexLevels();
        }
    }

    /** Sets the limit. HBase then creates a new controller, whose counters are zero. */
    private static void limit(int bytesPerSecond) throws IOException {
        for (Daemon each : tables.nodes().daemons(Role.REGIONSERVER)) {
            each.set(LIMIT_KEYS + "lower.bound", Integer.toString(bytesPerSecond));
            each.set(LIMIT_KEYS + "higher.bound", Integer.toString(bytesPerSecond));
        }
        tables.admin().updateConfiguration();
    }

    private static boolean isHome(RegionInfo region, String node) {
        try {
            return tables.home(region).contains(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void observerWithUserPriorityReceivesLifeCycleCalls() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("requested"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
                .setCoprocessor(CompactionRequestObserver.class.getName()));
        write(table, 3);
        RegionInfo region = tables.region(table);
        Daemon server = tables.regionServer(tables.owner(region));
        tables.read(table, CompactionRequestObserver.TRIGGER_ROW);
        tables.awaitOneFile(table);
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> assertThat(calls(server))
                .containsExactlyInAnyOrder(
                        "beforeExecution f",
                        "postCompact f priority 1 major own",
                        "afterExecution f",
                        "beforeExecution g",
                        "postCompact g priority 1 major own",
                        "afterExecution g",
                        "completed")
                .endsWith("completed"));
        assertThat(tables.decisions(table)).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains(TableCluster.LOCALLY));
        tables.checkRows(table);
    }

    private static List<String> calls(Daemon server) throws IOException {
        List<String> calls = new ArrayList<>();
        server.jmx(CompactionRequestObserver.BEAN).path(0).path("Calls").forEach(call -> calls.add(call.asText()));
        return calls;
    }

    @Test
    @Tag("long")
    void tableFamilyAndRegionCompactOnRequest() throws Exception {
        TableName table = filled("major", "a", "b");
        RegionInfo region = tables.region(table);
        assertThat(tables.major(table)).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains(TableCluster.LOCALLY, "(all)"));

        write(table, 1);
        tables.admin().majorCompact(table, Bytes.toBytes("a"));
        await().atMost(TableCluster.LIMIT).until(() -> tables.decisions(table).size() == 3);
        await().atMost(TableCluster.LIMIT).until(() -> tables.files(table).size() == 3);
        assertThat(tables.decisions(table).get(2)).contains("/a, 2 files", TableCluster.LOCALLY);

        tables.admin().majorCompactRegion(region.getRegionName());
        tables.awaitOneFile(table);
        write(table, 1);
        tables.admin().majorCompactRegion(region.getRegionName(), Bytes.toBytes("b"));
        await().atMost(TableCluster.LIMIT).until(() -> tables.files(table).size() == 3);
        assertThat(tables.decisions(table)).allSatisfy(line -> assertThat(line).contains(TableCluster.LOCALLY));
        tables.checkRows(table);
    }

    @Test
    void requestedMinorCompactionSelectsSomeFiles() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("minor"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setValue("hbase.hstore.compaction.min", "3")
                .setValue("hbase.hstore.compaction.max", "3"));
        tables.admin().compactionSwitch(false, List.of());
        write(table, 4);
        assertThat(tables.files(table)).hasSize(4);
        tables.admin().compactionSwitch(true, List.of());
        tables.admin().compact(table);
        await().atMost(TableCluster.LIMIT).until(() -> tables.files(table).size() == 2);
        assertThat(tables.decisions(table))
                .singleElement()
                .asString()
                .contains("3 files of", TableCluster.LOCALLY)
                .doesNotContain("(all)");
        tables.checkRows(table);
    }

    @Test
    @Tag("long")
    void replicationAndStoragePolicyOfFamilyApply() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("family"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableCluster.FAMILY)
                        .setDFSReplication((short) 2)
                        .setStoragePolicy("ALL_SSD")
                        .build()));
        write(table, 3);
        // Reopening deletes the temporary directory, so that the compaction has to set its storage policy itself.
        reopen(table);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.files(table)).singleElement().satisfies(file -> {
            assertThat(file.getReplication()).isEqualTo((short) 2);
            assertThat(file.getBlockLocations()).allSatisfy(block -> assertThat(block.getStorageTypes())
                    .containsExactly(StorageType.SSD, StorageType.SSD));
        });
        tables.checkRows(table);
    }

    private static void reopen(TableName table) throws IOException {
        int selections = tables.favoredNodes(table).size();
        tables.admin().disableTable(table);
        tables.admin().enableTable(table);
        tables.awaitFavoredNodes(table, selections + 1);
    }
}
