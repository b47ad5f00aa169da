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
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.Daemon;

/** Test of favored nodes and compactions when HBase's daemons stop and restart. */
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
