package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;

/** Test of compactions during and after the loss of a node. */
@Tag("cluster")
class NodeLossTest {
    private static final int ROWS = 2_000;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    @AfterEach
    void restore() throws IOException {
        for (Daemon each : tables.nodes().daemons()) {
            if (!each.alive()) {
                each.start();
            }
        }
        tables.nodes().awaitLiveDataNodes(SharedTables.NODES);
        tables.nodes().awaitHBase();
    }

    private static void write(TableName table, int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS);
        }
    }

    /** A planned restart is no loss: the merge on the node waits for its DataNode, like a stock writer. */
    @Test
    void plannedRestartOfDataNodeKeepsItsReplica() throws Exception {
        TableName table = tables.create("upgraded");
        write(table, 3);
        Set<String> home = tables.home(tables.region(table));
        Daemon dataNode = tables.nodes().nodes().stream()
                .filter(node -> home.contains(node.address()))
                .findFirst()
                .orElseThrow()
                .dataNode(0);
        // All replicas of the block are open, and no merge sends a byte.
        HoldingFaultInjector.hold(SharedTables.faults(), FaultPoint.WRITTEN);
        try {
            tables.admin().majorCompact(table);
            await().atMost(TableCluster.LIMIT)
                    .until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), FaultPoint.WRITTEN));
            assertThat(new DFSAdmin(tables.fs().getConf())
                            .run(new String[] {"-shutdownDatanode", dataNode.address(), "upgrade"}))
                    .isZero();
            dataNode.awaitDead(TableCluster.LIMIT);
            dataNode.start();
            // Only from the release on, the progress timeout limits the wait for the DataNode.
            dataNode.awaitRegistered();
        } finally {
            HoldingFaultInjector.release(SharedTables.faults(), FaultPoint.WRITTEN);
        }
        tables.awaitOneFile(table);
        assertThat(tables.decisions(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.logged("the DataNode is back after its restart")).isNotEmpty();
        assertThat(tables.logged(tables.files(table).get(0).getPath().getName()))
                .noneMatch(line -> line.contains("Dropped"));
        assertThat(tables.home(tables.region(table))).isEqualTo(home);
        tables.checkRows(table);
    }

    @Test
    void lostNodeIsReplaced() throws Exception {
        TableName table = tables.create("lost");
        write(table, 3);
        RegionInfo region = tables.region(table);
        String own = TableCluster.host(tables.owner(region));
        Set<String> home = tables.home(region);
        // Without hbase:meta, every other request would wait until HBase detects the loss of its server.
        String meta = TableCluster.host(tables.metaServer());
        Node lost = tables.nodes().nodes().stream()
                .filter(node -> !List.of(own, meta).contains(node.address()) && home.contains(node.address()))
                .findFirst()
                .orElseThrow();
        lost.dataNode(0).kill();
        lost.regionServer().kill();

        // The loss is not detected yet: the other merges form a majority, or stock compaction runs.
        assertThat(tables.major(table)).singleElement().asString().containsAnyOf(TableCluster.LOCALLY, "(FAILED)");
        tables.checkRows(table);

        tables.nodes().awaitLiveDataNodes(SharedTables.NODES - 1);
        tables.nodes().awaitFullyReplicated();
        await().atMost(TableCluster.LIMIT).until(() -> {
            List<String> selections = tables.favoredNodes(table);
            return !selections.get(selections.size() - 1).contains(lost.address() + ":");
        });
        write(table, 3);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        Set<String> after = tables.home(region);
        assertThat(after).doesNotContain(lost.address()).contains(own);
        tables.checkRows(table);

        lost.dataNode(0).start();
        lost.regionServer().start();
        tables.nodes().awaitLiveDataNodes(SharedTables.NODES);
        tables.nodes().awaitHBase();
        write(table, 1);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.estimate(table)).contains("non-local input 0 bytes here and 0 bytes on all nodes;");
        assertThat(tables.home(region)).isEqualTo(after);
    }
}
