package org.underbase.combinedlog.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.CombinedLogFeature;

/** Check that acknowledged puts survive kills of HBase and of the DataNode with the journal that contains their WALs. */
final class WalDurability {
    private static final TableName TABLE = TableName.valueOf("rows");
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final Duration RECOVERY = Duration.ofMinutes(5);
    private static final Duration METRICS_PERIOD = Duration.ofSeconds(1);
    private static final int WRITERS = 6;
    private static final int ROWS = 100;

    private WalDurability() {}

    /** Puts rows, kills all daemons except the NameNode, restarts them and reads the rows. */
    static void check(String provider) throws Exception {
        ClusterRecipe recipe = TestCluster.builder()
                .nodes(1)
                .set("dfs.replication", "1")
                .with(new CombinedLogFeature().segmentSize("4m"))
                .hbaseSet("hbase.wal.provider", provider);
        check(recipe, "SyncsJournaled", killed -> {});
    }

    /**
     * Puts rows, kills all daemons except the NameNode, changes the disks, restarts the daemons and reads the rows.
     *
     * @param recipe cluster of one node with a combined log
     * @param metric metric of the combined log that counts the syncs of puts
     * @param afterKill change of the disks
     */
    static void check(ClusterRecipe recipe, String metric, ClusterRecipe.Step afterKill) throws Exception {
        try (TestCluster cluster = recipe.hbase(true)
                // Short, because the Master recovers the regions after it; a loaded RegionServer must not reach it.
                .set("zookeeper.session.timeout", "15000")
                .metricsPeriod(METRICS_PERIOD)
                .start()) {
            Configuration conf = new Configuration(cluster.clientConfiguration());
            // The Master splits the WAL of a RegionServer after the end of its session.
            for (String limit : List.of(
                    "hbase.client.operation.timeout",
                    "hbase.client.meta.operation.timeout",
                    "hbase.client.scanner.timeout.period",
                    "hbase.rpc.timeout")) {
                conf.setInt(limit, (int) RECOVERY.toMillis());
            }
            try (Connection connection = ConnectionFactory.createConnection(conf)) {
                try (Admin admin = connection.getAdmin()) {
                    admin.createTable(TableDescriptorBuilder.newBuilder(TABLE)
                            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                            .build());
                }
                long before = awaitSyncs(cluster, metric, 0);
                put(connection);
                awaitSyncs(cluster, metric, before);

                Node node = cluster.nodes().get(0);
                Daemon regionServer = node.regionServer();
                Daemon dataNode = node.dataNode(0);
                // The WAL of the Master is on that DataNode as well.
                Daemon master = cluster.daemons(Role.MASTER).get(0);
                for (Daemon each : List.of(regionServer, master, dataNode)) {
                    each.kill();
                }
                afterKill.run(cluster);
                for (Daemon each : List.of(dataNode, master, regionServer)) {
                    each.start();
                }
                cluster.awaitHBase(Duration.ofMinutes(4));

                assertThat(rows(connection)).isEqualTo(WRITERS * ROWS);
            }
        }
    }

    private static void put(Connection connection) throws InterruptedException, ExecutionException {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                all.add(writers.submit(() -> {
                    try (Table table = connection.getTable(TABLE)) {
                        for (int row = 0; row < ROWS; row++) {
                            int key = writer * ROWS + row;
                            table.put(new Put(Bytes.toBytes(key)).addColumn(FAMILY, QUALIFIER, value(key)));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                assertThat(each.get()).isNull();
            }
        } finally {
            writers.shutdownNow();
        }
    }

    private static byte[] value(int key) {
        byte[] value = new byte[1000];
        new Random(key).nextBytes(value);
        return value;
    }

    private static int rows(Connection connection) throws IOException {
        int count = 0;
        try (Table table = connection.getTable(TABLE);
                ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result row : scanner) {
                assertThat(row.getValue(FAMILY, QUALIFIER)).isEqualTo(value(Bytes.toInt(row.getRow())));
                count++;
            }
        }
        return count;
    }

    /** Returns the number of syncs, once it exceeds the given number. */
    private static long awaitSyncs(TestCluster cluster, String metric, long exceeded) throws ClusterException {
        AtomicLong syncs = new AtomicLong(-1);
        Await.until(
                "more than " + exceeded + " of metric " + metric,
                Duration.ofMinutes(1),
                () -> metric + " is " + syncs.get(),
                () -> {
                    JsonNode bean = cluster.nodes()
                            .get(0)
                            .dataNode(0)
                            .jmx("Hadoop:service=DataNode,name=CombinedLog-*")
                            .path(0);
                    syncs.set(bean.path(metric).asLong(-1));
                    return syncs.get() > exceeded;
                });
        return syncs.get();
    }
}
