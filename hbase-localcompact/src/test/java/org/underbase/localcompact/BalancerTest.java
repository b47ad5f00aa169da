package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.process.CommandResult;

/** HDFS's Balancer, as a process of its own, on four real nodes of which one has next to nothing of a table. */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BalancerTest {
    private static final String PINNING = "dfs.datanode.block-pinning.enabled";
    private static final long CAPACITY = 512L << 20;
    private static final int ROWS = 2_500;
    private static final int VALUE = 3_000;
    private static final Path OTHERS = new Path("/others");
    private static final int OTHERS_LENGTH = 40 << 20;

    @TempDir
    static java.nio.file.Path settings;

    private static TableCluster tables;
    private static TableName table;

    @BeforeAll
    static void start() throws IOException {
        // The Balancer compares shares of capacities, by whole percents: the disks are to be small.
        Disk disk = Disk.slow("disk", DiskModel.UNLIMITED).size(CAPACITY);
        Optional<String> obstacle = disk.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        tables = new TableCluster(TableCluster.describe(4, settings)
                .disk(disk)
                .logsOnFailure(java.nio.file.Path.of("target", "cluster-logs", "BalancerTest"))
                .set("dfs.datanode.du.reserved", "0")
                .set("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0")
                // A block of the Master's own log has twice that, and a DataNode that has not as much takes none.
                .hbaseSet("hbase.master.store.region.flush.size", Integer.toString(8 << 20))
                .set(Role.DATANODE, PINNING, "true"));
        table = tables.create("balanced");
        write(3);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        write(2);
    }

    @AfterAll
    static void stop() throws IOException {
        if (tables != null) {
            tables.close();
        }
    }

    private static void write(int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS, VALUE);
        }
    }

    /**
     * Runs it until it has moved what it should: a run ends with an error where it cannot write its own file, or meets the
     * one before it, as an operator's may.
     */
    private static void balanceUntil(ThrowingRunnable moved) {
        await().atMost(TableCluster.LONG).untilAsserted(() -> {
            String said = balance();
            try {
                moved.run();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\nafter the Balancer ended with " + said, e);
            }
        });
    }

    /** What it ended with, why, and all that it said. */
    private static String balance() throws IOException {
        List<String> command = tables.nodes()
                .client()
                .javaCommand(
                        "org.apache.hadoop.hdfs.server.balancer.Balancer",
                        List.of(
                                "-D",
                                "dfs.balancer.getBlocks.min-block-size=1",
                                "-D",
                                "dfs.balancer.getBlocks.hot-time-interval=0",
                                "-D",
                                "dfs.heartbeat.interval=1",
                                "-threshold",
                                "1"));
        CommandResult result = tables.nodes().client().exec(command.toArray(String[]::new));
        String all = result.out() + result.err();
        List<String> reasons = all.lines()
                .filter(line -> line.contains("Exception") || line.contains("Exiting"))
                .toList();
        return result.exitCode() + " " + reasons + "\n" + all;
    }

    private static List<Set<String>> places(Path file) throws IOException {
        List<Set<String>> places = new ArrayList<>();
        for (BlockLocation block : tables.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
            places.add(new TreeSet<>(List.of(block.getHosts())));
        }
        return places;
    }

    @Test
    @Order(1)
    void whatIsPinnedStaysWhereDataNodesKeepIt() throws Exception {
        RegionInfo region = tables.region(table);
        Set<String> home = tables.home(region);
        Map<String, List<Set<String>>> before = tables.places(region);
        byte[] content = new byte[OTHERS_LENGTH];
        new Random(3).nextBytes(content);
        try (OutputStream out = tables.fs().create(OTHERS)) {
            out.write(content);
        }
        List<Set<String>> others = places(OTHERS);
        balanceUntil(() -> assertThat(places(OTHERS)).isNotEqualTo(others).allSatisfy(block -> assertThat(block)
                .hasSize(3)));
        assertThat(tables.places(region)).isEqualTo(before);
        assertThat(tables.home(region)).isEqualTo(home);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.expected(table)).contains("missing here 0 and on all nodes 0;");
    }

    @Test
    @Order(2)
    void withoutThatTheBalancerMovesReplicasAndTheNextCompactionGathersThem() throws Exception {
        RegionInfo region = tables.region(table);
        long used = tables.fs().getStatus().getUsed();
        tables.fs().delete(OTHERS, false);
        // Or the node that has none of the table is as full as the others yet.
        await().atMost(TableCluster.LONG).until(() -> tables.fs().getStatus().getUsed() <= used - 2L * OTHERS_LENGTH);
        // The logs of HBase's servers do not outlive all of their DataNodes.
        tables.restartHBase(table, () -> {
            for (Daemon each : tables.nodes().daemons(Role.DATANODE)) {
                each.set(PINNING, "false");
                each.stop();
            }
            tables.nodes().awaitLiveDataNodes(0);
            for (Daemon each : tables.nodes().daemons(Role.DATANODE)) {
                each.start();
            }
            tables.nodes().awaitLiveDataNodes(4);
            tables.nodes().awaitFullyReplicated();
        });
        Map<String, List<Set<String>>> before = tables.places(region);
        balanceUntil(() -> assertThat(tables.places(region)).isNotEqualTo(before));
        // A file of one region alone is merged as well: what is missing is fetched, or the output shipped.
        write(1);
        assertThat(tables.major(table))
                .singleElement()
                .asString()
                .containsAnyOf(TableCluster.LOCALLY, "is compacted as ever (COST)");
        tables.home(region);
        tables.checkRows(table);
    }
}
