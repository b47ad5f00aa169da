package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of the locations of new, split and moved regions on real nodes. */
@Tag("cluster")
class FavoredNodesTest {
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
    void newRegionAndItsDaughtersGetFavoredNodes() throws Exception {
        TableName table = tables.create("split");
        write(table, 3);
        Set<String> before = tables.home(tables.region(table));
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.estimate(table)).contains("non-local input 0 bytes here and 0 bytes on all nodes;");
        assertThat(tables.home(tables.region(table))).isEqualTo(before);

        tables.admin().split(table, Bytes.toBytes(ROWS));
        // HBase compacts the daughters' references, which are ineligible.
        await().atMost(TableCluster.LIMIT)
                .until(() -> tables.admin().getRegions(table).size() == 2);
        tables.awaitOneFile(table);
        assertThat(tables.decisions(table).toString()).contains("is a reference, a link or a bulk load");
        write(table, 2);
        List<String> decisions = tables.major(table);
        assertThat(decisions).hasSize(2).allSatisfy(line -> assertThat(line).contains(TableCluster.LOCALLY));
        for (RegionInfo daughter : tables.admin().getRegions(table)) {
            tables.home(daughter);
        }
        tables.checkRows(table);
    }

    @Test
    void movedRegionKeepsNodesThatHoldMost() throws Exception {
        TableName table = tables.create("moved");
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName first = tables.owner(region);
        Set<String> before = tables.home(region);
        List<ServerName> others = new ArrayList<>(tables.admin().getRegionServers());
        others.remove(first);
        int nonLocal = 0;
        for (ServerName next : others) {
            boolean isNonLocal = !before.contains(TableCluster.host(next));
            tables.move(region, next);
            Set<String> old = tables.locations(region).keySet();
            write(table, 1);
            Set<String> fresh = new TreeSet<>(tables.locations(region).keySet());
            fresh.removeAll(old);
            assertThat(fresh).hasSize(1);
            for (Set<String> block :
                    tables.locations(region).get(fresh.iterator().next())) {
                expectHome(block, before, TableCluster.host(next));
            }
            // A new owner without inputs reads them once, where stock compaction would read them and send the output.
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
            String estimate = tables.estimate(table);
            assertThat(estimate.contains("non-local input 0 bytes here "))
                    .as(estimate)
                    .isEqualTo(!isNonLocal);
            Set<String> after = tables.home(region);
            expectHome(after, before, TableCluster.host(next));
            before = after;
            nonLocal += isNonLocal ? 1 : 0;
            tables.checkRows(table);
        }
        assertThat(nonLocal).as("servers without local inputs").isPositive();
    }

    /** Asserts that the nodes are the server's own and those that hold most. */
    private static void expectHome(Set<String> after, Set<String> before, String own) {
        assertThat(after).hasSize(3).contains(own);
        Set<String> kept = new TreeSet<>(before);
        kept.retainAll(after);
        assertThat(kept).as("of %s in %s", before, after).hasSize(before.contains(own) ? 3 : 2);
    }
}
