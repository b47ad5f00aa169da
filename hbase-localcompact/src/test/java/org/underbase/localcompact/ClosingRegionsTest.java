package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Test of regions that close while a compaction is held at a fault point, on real nodes. */
@Tag("cluster")
class ClosingRegionsTest {
    private static final int ROWS = 1_500;
    private static final int FILES = 3;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    private static TableName filled(String name) throws IOException {
        TableName table = tables.create(name);
        for (int file = 0; file < FILES; file++) {
            tables.write(table, ROWS);
        }
        return table;
    }

    @Test
    void compactionSwitchAbortsLocalCompaction() throws Exception {
        TableName table = filled("switched");
        RegionInfo region = tables.region(table);
        HoldingFaultInjector.hold(SharedTables.faults(), FaultPoint.MERGE_BEGUN);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT)
                    .until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), FaultPoint.MERGE_BEGUN));
            tables.admin().compactionSwitch(false, List.of());
            await().atMost(TableCluster.LIMIT).until(() -> !tables.logged(table, "because it was interrupted")
                    .isEmpty());
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), FaultPoint.MERGE_BEGUN);
            tables.admin().compactionSwitch(true, List.of());
        }
        assertNoLeftovers(region);
        assertThat(tables.files(table)).hasSize(FILES);
        assertThat(tables.decisions(table)).isEmpty();
        tables.checkRows(table);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        tables.checkRows(table);
    }

    @ParameterizedTest
    @CsvSource({"MERGE_BEGUN,move", "OPENED,disable"})
    void regionClosesWithoutWaitingForMerge(FaultPoint point, String operation) throws Exception {
        closeDuringMerge(point, operation);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"ACKNOWLEDGED,move", "FINISHING,move"})
    void regionClosesWithoutWaitingForTheEndOfMerge(FaultPoint point, String operation) throws Exception {
        closeDuringMerge(point, operation);
    }

    private static void closeDuringMerge(FaultPoint point, String operation) throws Exception {
        TableName table = filled(point.name().toLowerCase(Locale.ROOT) + "-" + operation);
        RegionInfo region = tables.region(table);
        HoldingFaultInjector.hold(SharedTables.faults(), point);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT).until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), point));
            close(region, operation);
            // The merges are still held.
            assertThat(HoldingFaultInjector.isHeld(SharedTables.faults(), point))
                    .isTrue();
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), point);
        }
        assertNoLeftovers(region);
        assertThat(tables.files(table)).hasSize(FILES);
        tables.checkRows(table);
        assertThat(tables.major(table)).last().asString().contains(TableCluster.LOCALLY);
        tables.checkRows(table);
    }

    @ParameterizedTest
    @CsvSource({"WRITTEN", "COMPLETE"})
    void regionThatClosesAtCoordinatorFaultPointLosesNothing(FaultPoint point) throws Exception {
        TableName table = filled("server-" + point.name().toLowerCase(Locale.ROOT));
        RegionInfo region = tables.region(table);
        HoldingFaultInjector.hold(SharedTables.faults(), point);
        ServerName owner = tables.owner(region);
        ServerName other = other(owner);
        int selections = tables.favoredNodes(table).size();
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT).until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), point));
            CompletableFuture<Void> moved = tables.beginMove(region, other);
            HoldingFaultInjector.release(SharedTables.faults(), point);
            moved.get(TableCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), point);
        }
        tables.awaitFavoredNodes(table, selections + 1);
        assertNoLeftovers(region);
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

    private static void close(RegionInfo region, String operation) throws IOException {
        if (operation.equals("move")) {
            tables.move(region, other(tables.owner(region)));
        } else {
            int selections = tables.favoredNodes(region.getTable()).size();
            tables.admin().disableTable(region.getTable());
            tables.admin().enableTable(region.getTable());
            tables.awaitFavoredNodes(region.getTable(), selections + 1);
        }
    }

    private static void assertNoLeftovers(RegionInfo region) throws IOException {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(tables.metric("OpenMerges")).isZero();
            assertThat(tables.temporary(region)).isEmpty();
            RemoteIterator<OpenFileEntry> open = tables.fs()
                    .listOpenFiles(
                            EnumSet.of(OpenFilesType.ALL_OPEN_FILES),
                            TableCluster.directory(region).toString());
            assertThat(open.hasNext()).isFalse();
            for (Daemon server : tables.nodes().daemons(Role.REGIONSERVER)) {
                assertThat(stacks(server))
                        .doesNotContain("worker.Merge.run", "heartbeats of replica", "lease of LC_")
                        .contains("localcompact-favored-nodes");
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
