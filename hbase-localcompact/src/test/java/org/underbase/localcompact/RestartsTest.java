package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;

/** Test of favored nodes, compactions and their output when HBase's daemons restart. */
@Tag("cluster")
class RestartsTest {
    private static final int ROWS = 2_000;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    private static void write(TableName table, int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS);
        }
    }

    @Test
    void restartsKeepFavoredNodes() throws Exception {
        TableName table = tables.create("restarted");
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName owner = tables.owner(region);
        Set<String> home = tables.home(region);

        Daemon server = tables.regionServer(owner);
        int selections = tables.favoredNodes(table).size();
        server.stop();
        await().atMost(TableCluster.LIMIT).ignoreExceptions().until(() -> !tables.owner(region)
                .equals(owner));
        tables.awaitFavoredNodes(table, selections + 1);
        server.start();
        tables.nodes().awaitHBase();
        // The Master lists the previous instance until the new one reports.
        tables.move(region, awaitNext(owner));
        write(table, 1);
        assertThat(tables.home(region)).isEqualTo(home);

        tables.restartHBase(table, () -> {});
        Set<String> old = tables.locations(region).keySet();
        write(table, 1);
        tables.locations(region).forEach((file, blocks) -> {
            if (!old.contains(file)) {
                blocks.forEach(block -> expectHome(block, home, TableCluster.host(owner(region))));
            }
        });
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        expectHome(tables.home(region), home, TableCluster.host(owner(region)));
        tables.checkRows(table);
    }

    /** RegionServers serve and compact without a Master. */
    @Test
    void compactionIsLocalWithoutMaster() throws Exception {
        TableName table = tables.create("masterless");
        write(table, 3);
        byte[] region = tables.region(table).getRegionName();
        Daemon master = tables.nodes().master();
        master.stop();
        try {
            tables.admin().majorCompactRegion(region);
            await().atMost(TableCluster.LIMIT)
                    .until(() -> !tables.decisions(table).isEmpty());
        } finally {
            master.start();
            tables.nodes().awaitHBase();
        }
        assertThat(tables.decisions(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        tables.awaitOneFile(table);
        tables.checkRows(table);
    }

    /** The output of a killed server is in the directory of the family, where neither HBase nor local compaction deletes it at open. */
    @Test
    void unpublishedOutputOfFileTrackerIsDeletedByHBasesCleaner() throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("unpublished"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(TableCluster.FAMILY))
                .setValue("hbase.store.file-tracker.impl", "FILE"));
        write(table, 3);
        RegionInfo region = tables.region(table);
        Set<String> inputs = names(region);
        Daemon server = tables.regionServer(tables.owner(region));
        int selections = tables.favoredNodes(table).size();
        HoldingFaultInjector.hold(SharedTables.faults(), FaultPoint.COMPLETE);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT)
                    .until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), FaultPoint.COMPLETE));
            assertThat(names(region)).containsAll(inputs).hasSize(inputs.size() + 1);
            server.kill();
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), FaultPoint.COMPLETE);
        }
        assertThat(names(region)).hasSize(inputs.size() + 1);
        server.start();
        tables.nodes().awaitHBase();
        tables.awaitFavoredNodes(table, selections + 1);
        await().atMost(TableCluster.LIMIT)
                .untilAsserted(() -> assertThat(names(region)).isEqualTo(inputs));
        tables.checkRows(table);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        tables.checkRows(table);
    }

    private static Set<String> names(RegionInfo region) throws IOException {
        Set<String> names = new TreeSet<>();
        tables.files(region).forEach(file -> names.add(file.getPath().getName()));
        return names;
    }

    /** Asserts that the nodes are the server's own and those that hold most. */
    private static void expectHome(Set<String> after, Set<String> before, String own) {
        assertThat(after).hasSize(3).contains(own);
        Set<String> kept = new TreeSet<>(before);
        kept.retainAll(after);
        assertThat(kept).as("of %s in %s", before, after).hasSize(before.contains(own) ? 3 : 2);
    }

    private static ServerName awaitNext(ServerName before) {
        return await().atMost(TableCluster.LIMIT)
                .until(
                        () -> tables.admin().getRegionServers().stream()
                                .filter(each -> each.getAddress().equals(before.getAddress()) && !each.equals(before))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static ServerName owner(RegionInfo region) {
        try {
            return tables.owner(region);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
