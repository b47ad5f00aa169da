package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.worker.Step;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;

/** What users ask of compactions, and what happens to regions while they run, on four real nodes. */
@Tag("cluster")
class RequestsTest {
    private static final int NODES = 4;
    private static final int ROWS = 1_500;
    private static final String LIMIT = "hbase.hstore.compaction.throughput.";

    @TempDir
    static Path settings;

    @TempDir
    static Path held;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        ClusterRecipe description =
                TableCluster.describe(NODES, settings).disk(Disk.plain("disk")).disk(Disk.plain("ssd"));
        for (int node = 1; node <= NODES; node++) {
            description.dataNode("n" + node, dataNode -> dataNode.on("disk", StorageType.DISK)
                    .on("ssd", StorageType.SSD));
        }
        tables = new TableCluster(description
                .jvmOptions(
                        Role.REGIONSERVER,
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + HeldSteps.DIRECTORY + "=" + held)
                .hbaseSet("hbase.regionserver.throughput.controller", RecordedThroughput.class.getName())
                // It looks at its clock after so many bytes.
                .hbaseSet(LIMIT + "control.check.interval", "100000"));
    }

    @AfterAll
    static void stop() throws IOException {
        tables.close();
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
    void everyServerThatMergesKeepsToTheLimitThatIsSetWhileItRuns() throws Exception {
        TableName table = filled("throttled");
        RegionInfo region = tables.region(table);
        List<Daemon> merging = tables.nodes().nodes().stream()
                .filter(node -> isHome(region, node.address()))
                .map(node -> node.regionServer())
                .toList();
        assertThat(merging).hasSize(3);
        limit(200_000);
        try {
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
            long length = tables.files(table).get(0).getLen();
            for (Daemon each : merging) {
                JsonNode seen = each.jmx(RecordedThroughput.BEAN).path(0);
                assertThat(seen.path("Started").asLong())
                        .as("merges on %s", each)
                        .isEqualTo(1);
                assertThat(seen.path("Finished").asLong()).isEqualTo(1);
                assertThat(seen.path("Bytes").asLong())
                        .as("bytes on %s of a file of %d", each, length)
                        .isGreaterThan(length / 2);
                assertThat(seen.path("WaitedMillis").asLong())
                        .as("waiting on %s", each)
                        .isPositive();
            }
        } finally {
            limit(100 << 20);
        }
        tables.checkRows(table);
    }

    /** HBase makes a new controller for it, which has counted nothing. */
    private static void limit(int bytesPerSecond) throws IOException {
        for (Daemon each : tables.nodes().daemons(Role.REGIONSERVER)) {
            each.set(LIMIT + "lower.bound", Integer.toString(bytesPerSecond));
            each.set(LIMIT + "higher.bound", Integer.toString(bytesPerSecond));
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
    void whoAsksWithAUsersPriorityHearsOfItsEnd() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("asked"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
                .setCoprocessor(AskingObserver.class.getName())
                .setValue(LocalCompactKeys.COPROCESSORS.name(), AskingObserver.class.getName()));
        write(table, 3);
        RegionInfo region = tables.region(table);
        Daemon server = tables.regionServer(tables.owner(region));
        tables.read(table, AskingObserver.ASK);
        tables.awaitOneFile(table);
        await().atMost(TableCluster.LONG).untilAsserted(() -> assertThat(calls(server))
                .containsExactlyInAnyOrder(
                        "beforeExecution f",
                        "postCompact f priority 1 major ours",
                        "afterExecution f",
                        "beforeExecution g",
                        "postCompact g priority 1 major ours",
                        "afterExecution g",
                        "completed")
                .endsWith("completed"));
        assertThat(tables.decisions(table)).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains(TableCluster.LOCALLY));
        tables.checkRows(table);
    }

    private static List<String> calls(Daemon server) throws IOException {
        List<String> calls = new ArrayList<>();
        server.jmx(AskingObserver.BEAN).path(0).path("Calls").forEach(call -> calls.add(call.asText()));
        return calls;
    }

    @Test
    void aTableAFamilyAndARegionAreCompactedAsAsked() throws Exception {
        TableName table = filled("major", "a", "b");
        RegionInfo region = tables.region(table);
        assertThat(tables.major(table)).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains(TableCluster.LOCALLY, "(all)"));

        write(table, 1);
        tables.admin().majorCompact(table, Bytes.toBytes("a"));
        await().atMost(TableCluster.LONG).until(() -> tables.decisions(table).size() == 3);
        await().atMost(TableCluster.LONG).until(() -> tables.files(table).size() == 3);
        assertThat(tables.decisions(table).get(2)).contains("/a, 2 files", TableCluster.LOCALLY);

        tables.admin().majorCompactRegion(region.getRegionName());
        tables.awaitOneFile(table);
        write(table, 1);
        tables.admin().majorCompactRegion(region.getRegionName(), Bytes.toBytes("b"));
        await().atMost(TableCluster.LONG).until(() -> tables.files(table).size() == 3);
        assertThat(tables.decisions(table)).allSatisfy(line -> assertThat(line).contains(TableCluster.LOCALLY));
        tables.checkRows(table);
    }

    @Test
    void aMinorCompactionThatIsAskedForTakesSomeOfTheFiles() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("minor"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setValue("hbase.hstore.compaction.min", "3")
                .setValue("hbase.hstore.compaction.max", "3"));
        tables.admin().compactionSwitch(false, List.of());
        write(table, 4);
        assertThat(tables.files(table)).hasSize(4);
        tables.admin().compactionSwitch(true, List.of());
        tables.admin().compact(table);
        await().atMost(TableCluster.LONG).until(() -> tables.files(table).size() == 2);
        assertThat(tables.decisions(table))
                .singleElement()
                .asString()
                .contains("3 files of", TableCluster.LOCALLY)
                .doesNotContain("(all)");
        tables.checkRows(table);
    }

    @Test
    void aFamilysReplicasAndItsStoragePolicyCount() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("family"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableCluster.FAMILY)
                        .setDFSReplication((short) 2)
                        .setStoragePolicy("ALL_SSD")
                        .build()));
        write(table, 3);
        RegionInfo region = tables.region(table);
        // What a flush has made of the directory goes with it.
        close(region, "disable");
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.files(table)).singleElement().satisfies(file -> {
            assertThat(file.getReplication()).isEqualTo((short) 2);
            assertThat(file.getBlockLocations()).allSatisfy(block -> assertThat(block.getStorageTypes())
                    .containsExactly(StorageType.SSD, StorageType.SSD));
        });
        tables.checkRows(table);
    }

    @Test
    void aSwitchOfCompactionsEndsALocalOneAsItEndsHBasesOwn() throws Exception {
        TableName table = filled("switched");
        RegionInfo region = tables.region(table);
        HeldSteps.hold(held, Step.MERGE_BEGUN);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LONG).until(() -> HeldSteps.isHeld(held, Step.MERGE_BEGUN));
            tables.admin().compactionSwitch(false, List.of());
            await().atMost(TableCluster.LONG).until(() -> !tables.told(table, "because it was interrupted")
                    .isEmpty());
        } finally {
            HeldSteps.letGo(held, Step.MERGE_BEGUN);
            tables.admin().compactionSwitch(true, List.of());
        }
        nothingIsLeft(region);
        assertThat(tables.files(table)).hasSize(3);
        assertThat(tables.decisions(table)).isEmpty();
        tables.checkRows(table);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        tables.checkRows(table);
    }

    @ParameterizedTest
    @CsvSource({"MERGE_BEGUN,move", "OPENED,disable", "ACKNOWLEDGED,move", "FINISHING,move"})
    void aRegionClosesWithoutWaitingForAMerge(Step step, String how) throws Exception {
        TableName table = filled(step.name().toLowerCase(Locale.ROOT) + "-" + how);
        RegionInfo region = tables.region(table);
        HeldSteps.hold(held, step);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LONG).until(() -> HeldSteps.isHeld(held, step));
            close(region, how);
            // Its merges are still held.
            assertThat(HeldSteps.isHeld(held, step)).isTrue();
        } finally {
            HeldSteps.letGo(held, step);
        }
        nothingIsLeft(region);
        assertThat(tables.files(table)).hasSize(3);
        tables.checkRows(table);
        assertThat(tables.major(table)).last().asString().contains(TableCluster.LOCALLY);
        tables.checkRows(table);
    }

    @ParameterizedTest
    @CsvSource({"WRITTEN", "COMPLETE"})
    void aRegionThatClosesAtAStepOfItsServerLosesNothing(Step step) throws Exception {
        TableName table = filled("server-" + step.name().toLowerCase(Locale.ROOT));
        RegionInfo region = tables.region(table);
        HeldSteps.hold(held, step);
        ServerName owner = tables.owner(region);
        ServerName other = other(owner);
        int pins = tables.pins(table).size();
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LONG).until(() -> HeldSteps.isHeld(held, step));
            CompletableFuture<Void> moved = tables.beginMove(region, other);
            HeldSteps.letGo(held, step);
            moved.get(TableCluster.LONG.toSeconds(), TimeUnit.SECONDS);
        } finally {
            HeldSteps.letGo(held, step);
        }
        tables.awaitPinned(table, pins + 1);
        nothingIsLeft(region);
        tables.checkRows(table);
        tables.major(table);
        tables.checkRows(table);
    }

    private static ServerName other(ServerName owner) throws IOException {
        return tables.admin().getRegionServers().stream()
                .filter(server -> !server.equals(owner))
                .sorted()
                .findFirst()
                .orElseThrow();
    }

    private static void close(RegionInfo region, String how) throws IOException {
        if (how.equals("move")) {
            tables.move(region, other(tables.owner(region)));
        } else {
            int pins = tables.pins(region.getTable()).size();
            tables.admin().disableTable(region.getTable());
            tables.admin().enableTable(region.getTable());
            tables.awaitPinned(region.getTable(), pins + 1);
        }
    }

    private static void nothingIsLeft(RegionInfo region) throws IOException {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(tables.metric("Merges")).isZero();
            assertThat(tables.temporary(region)).isEmpty();
            RemoteIterator<OpenFileEntry> open = tables.fs()
                    .listOpenFiles(
                            EnumSet.of(OpenFilesType.ALL_OPEN_FILES),
                            TableCluster.directory(region).toString());
            assertThat(open.hasNext()).isFalse();
            for (Daemon server : tables.nodes().daemons(Role.REGIONSERVER)) {
                assertThat(stacks(server))
                        .doesNotContain("worker.Merge.run", "heartbeats of replica", "lease of LC_")
                        .contains("localcompact-pin");
            }
        });
    }

    private static String stacks(Daemon server) throws IOException {
        try (InputStream page =
                server.web().orElseThrow().resolve("stacks").toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
