package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.awaitility.core.ThrowingRunnable;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.process.CommandResult;

/** Four real nodes with small disks, a table with replicas on three of them, and HDFS's Balancer as a separate process. */
final class BalancedCluster implements AutoCloseable {
    static final String PINNING = "dfs.datanode.block-pinning.enabled";

    private static final long CAPACITY = 512L << 20;
    private static final int ROWS = 2_500;
    private static final int VALUE = 3_000;

    private final TableCluster tables;
    private final TableName table;

    /** Starts the cluster and writes a table with one compacted store file and two flushed ones. */
    BalancedCluster(boolean pinning) throws IOException {
        // The Balancer compares utilizations in whole percent, so the disks must be small.
        Disk disk = Disk.slow("disk", DiskModel.UNLIMITED).size(CAPACITY);
        Optional<String> obstacle = disk.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        tables = new TableCluster(TableCluster.recipe(4)
                .disk(disk)
                .logsOnFailure(java.nio.file.Path.of("target", "cluster-logs", "BalancedCluster"))
                .set("dfs.datanode.du.reserved", "0")
                .set("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0")
                // A block of the Master's own WAL is twice as large, and a DataNode needs that much free space.
                .hbaseSet("hbase.master.store.region.flush.size", Integer.toString(8 << 20))
                .set(Role.DATANODE, PINNING, Boolean.toString(pinning)));
        table = tables.create("balanced");
        write(3);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        write(2);
    }

    TableCluster tables() {
        return tables;
    }

    TableName table() {
        return table;
    }

    void write(int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS, VALUE);
        }
    }

    /** Writes a file whose replicas are not pinned. */
    void writeUnpinned(Path path, int length) throws IOException {
        byte[] content = new byte[length];
        new Random(3).nextBytes(content);
        try (OutputStream out = tables.fs().create(path)) {
            out.write(content);
        }
    }

    /**
     * Runs the Balancer until an assertion holds. A run fails if the Balancer cannot write its id file or detects the previous
     * run.
     */
    void balanceUntil(ThrowingRunnable moved) {
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
            String output = balance();
            try {
                moved.run();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\nafter the Balancer exited with " + output, e);
            }
        });
    }

    /** Returns the exit code, the reasons and the complete output. */
    private String balance() throws IOException {
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
                                // Stop after two seconds without a move instead of a minute.
                                "-D",
                                "dfs.balancer.max-no-move-interval=2000",
                                "-threshold",
                                "1"));
        CommandResult result = tables.nodes().client().exec(command.toArray(String[]::new));
        String all = result.out() + result.err();
        List<String> reasons = all.lines()
                .filter(line -> line.contains("Exception") || line.contains("Exiting"))
                .toList();
        return result.exitCode() + " " + reasons + "\n" + all;
    }

    /** Returns the nodes of each block of a file. */
    List<Set<String>> locations(Path file) throws IOException {
        List<Set<String>> locations = new ArrayList<>();
        for (BlockLocation block : tables.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
            locations.add(new TreeSet<>(List.of(block.getHosts())));
        }
        return locations;
    }

    @Override
    public void close() throws IOException {
        tables.close();
    }
}
