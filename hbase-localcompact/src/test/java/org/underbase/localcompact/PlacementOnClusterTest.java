package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;

/** Where the files of regions are, on five real nodes. */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlacementOnClusterTest {
    private static final int ROWS = 2_000;

    @TempDir
    static java.nio.file.Path settings;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = new TableCluster(TableCluster.describe(5, settings));
    }

    @AfterAll
    static void stop() throws IOException {
        tables.close();
    }

    private static void write(TableName table, int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS);
        }
    }

    @Test
    @Order(1)
    void aNewRegionIsPinnedAndSoAreItsDaughters() throws Exception {
        TableName table = tables.create("split");
        write(table, 3);
        Set<String> before = tables.home(tables.region(table));
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.expected(table)).contains("missing here 0 and on all nodes 0;");
        assertThat(tables.home(tables.region(table))).isEqualTo(before);

        tables.admin().split(table, Bytes.toBytes(ROWS));
        // HBase has the daughters' references compacted, as ever.
        await().atMost(TableCluster.LONG)
                .until(() -> tables.admin().getRegions(table).size() == 2);
        tables.awaitOneFile(table);
        assertThat(tables.decisions(table).toString()).contains("is a reference, a link or a bulk load");
        write(table, 2);
        List<String> decided = tables.major(table);
        assertThat(decided).hasSize(2).allSatisfy(line -> assertThat(line).contains(TableCluster.LOCALLY));
        for (RegionInfo daughter : tables.admin().getRegions(table)) {
            tables.home(daughter);
        }
        tables.checkRows(table);
    }

    @Test
    @Order(2)
    void aRegionThatMovesTakesItsFilesAlong() throws Exception {
        TableName table = tables.create("moved");
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName first = tables.owner(region);
        Set<String> before = tables.home(region);
        List<ServerName> others = new ArrayList<>(tables.admin().getRegionServers());
        others.remove(first);
        int strangers = 0;
        for (ServerName next : others) {
            boolean stranger = !before.contains(TableCluster.host(next));
            tables.move(region, next);
            Set<String> old = tables.places(region).keySet();
            write(table, 1);
            Set<String> fresh = new TreeSet<>(tables.places(region).keySet());
            fresh.removeAll(old);
            assertThat(fresh).hasSize(1);
            for (Set<String> block : tables.places(region).get(fresh.iterator().next())) {
                expectHome(block, before, TableCluster.host(next));
            }
            // Where the new owner has nothing it fetches once what stock would fetch and ship.
            assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
            String expected = tables.expected(table);
            assertThat(expected.contains("missing here 0 ")).as(expected).isEqualTo(!stranger);
            Set<String> after = tables.home(region);
            expectHome(after, before, TableCluster.host(next));
            before = after;
            strangers += stranger ? 1 : 0;
            tables.checkRows(table);
        }
        assertThat(strangers).as("servers whose nodes had nothing").isPositive();
    }

    /** The server's own node, and of the others those that hold most. */
    private static void expectHome(Set<String> after, Set<String> before, String own) {
        assertThat(after).hasSize(3).contains(own);
        Set<String> kept = new TreeSet<>(before);
        kept.retainAll(after);
        assertThat(kept).as("of %s in %s", before, after).hasSize(before.contains(own) ? 3 : 2);
    }

    @Test
    @Order(3)
    void restartsKeepThePlace() throws Exception {
        TableName table = tables.create("restarted");
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName owner = tables.owner(region);
        Set<String> home = tables.home(region);

        Daemon server = tables.regionServer(owner);
        int pins = tables.pins(table).size();
        server.stop();
        await().atMost(TableCluster.LONG).ignoreExceptions().until(() -> !tables.owner(region)
                .equals(owner));
        tables.awaitPinned(table, pins + 1);
        server.start();
        tables.nodes().awaitHBase();
        // The Master takes it for the one before until it reports.
        tables.move(region, awaitNext(owner));
        write(table, 1);
        assertThat(tables.home(region)).isEqualTo(home);

        tables.restartHBase(table, () -> {});
        Set<String> old = tables.places(region).keySet();
        write(table, 1);
        tables.places(region).forEach((file, blocks) -> {
            if (!old.contains(file)) {
                blocks.forEach(block -> expectHome(block, home, TableCluster.host(owner(region))));
            }
        });
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        expectHome(tables.home(region), home, TableCluster.host(owner(region)));
        tables.checkRows(table);
    }

    private static ServerName awaitNext(ServerName before) {
        return await().atMost(TableCluster.LONG)
                .until(
                        () -> tables.admin().getRegionServers().stream()
                                .filter(each -> each.getAddress().equals(before.getAddress()) && !each.equals(before))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Test
    @Order(4)
    void anotherNodeTakesThePlaceOfALostOne() throws Exception {
        TableName table = tables.create("lost");
        write(table, 3);
        RegionInfo region = tables.region(table);
        String own = TableCluster.host(tables.owner(region));
        Set<String> home = tables.home(region);
        Node lost = tables.nodes().nodes().stream()
                .filter(node -> !node.address().equals(own) && home.contains(node.address()))
                .findFirst()
                .orElseThrow();
        lost.dataNode(0).kill();
        lost.regionServer().kill();

        // Nobody knows yet: the merge of the others counts, or stock compacts.
        assertThat(tables.major(table)).singleElement().asString().containsAnyOf(TableCluster.LOCALLY, "(FAILED)");
        tables.checkRows(table);

        tables.nodes().awaitLiveDataNodes(4);
        tables.nodes().awaitFullyReplicated();
        await().atMost(TableCluster.LONG).until(() -> {
            List<String> pins = tables.pins(table);
            return !pins.get(pins.size() - 1).contains(lost.address() + ":");
        });
        write(table, 3);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        Set<String> after = tables.home(region);
        assertThat(after).doesNotContain(lost.address()).contains(own);
        tables.checkRows(table);

        lost.dataNode(0).start();
        lost.regionServer().start();
        tables.nodes().awaitLiveDataNodes(5);
        tables.nodes().awaitHBase();
        write(table, 1);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.expected(table)).contains("missing here 0 and on all nodes 0;");
        assertThat(tables.home(region)).isEqualTo(after);
    }

    @Test
    @Order(5)
    void aServerThatLacksTheServiceIsAskedOnceAndThenLeftOut() throws Exception {
        TableName table = tables.create("served");
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName own = tables.owner(region);
        Set<String> home = tables.home(region);
        Daemon without = tables.regionServer(tables.admin().getRegionServers().stream()
                .filter(each -> !each.equals(own) && home.contains(TableCluster.host(each)))
                .findFirst()
                .orElseThrow());
        without.stop();
        without.set("hbase.coprocessor.regionserver.classes", "");
        without.start();
        tables.nodes().awaitHBase();
        // The Master takes it for the one before until it reports, and its servers' names are kept for a while.
        await().atMost(TableCluster.LONG).untilAsserted(() -> {
            write(table, 1);
            assertThat(tables.major(table))
                    .singleElement()
                    .asString()
                    .contains("(REFUSED)", "lacks LocalCompactService");
        });
        write(table, 1);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.home(region)).contains(TableCluster.host(own));
        tables.checkRows(table);
    }

    private static ServerName owner(RegionInfo region) {
        try {
            return tables.owner(region);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
