package org.underbase.bench.combinedlog.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.load.ClosedLoop;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.bench.combinedlog.load.Timings;

/** Client of an HBase cluster with two tables: puts to one of them use one WAL, puts to the other use all WALs. */
final class Puts implements Closeable {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final int VALUE_BYTES = 1024;
    private static final int ROW_BYTES = 16;
    private static final int REGIONS = 2 * Side.WALS;

    /** Number of WALs that a load uses. */
    enum Spread {
        ONE("one WAL", 1, 12),
        MANY(Side.WALS + " WALs", REGIONS, 24);

        private final String title;
        private final int regions;
        private final int threads;

        Spread(String title, int regions, int threads) {
            this.title = title;
            this.regions = regions;
            this.threads = threads;
        }

        String title() {
            return title + ", " + threads + " clients";
        }

        private TableName table() {
            return TableName.valueOf("puts-" + regions);
        }
    }

    private final LogCluster cluster;
    private final Connection connection;
    private final long seed;

    /**
     * Connects and creates the tables.
     *
     * @param cluster the cluster; {@link #close} closes it, and so does a failure of this constructor
     * @param seed seed of the rows
     */
    Puts(LogCluster cluster, long seed) throws IOException {
        this.cluster = cluster;
        this.seed = seed;
        try {
            connection = ConnectionFactory.createConnection(cluster.cluster().clientConfiguration());
        } catch (IOException e) {
            cluster.close();
            throw e;
        }
        try (Admin admin = connection.getAdmin()) {
            for (Spread spread : Spread.values()) {
                TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(spread.table())
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
                admin.createTable(table.build(), splits(spread.regions));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns split keys; the first byte of rows is uniformly distributed. */
    private static byte[][] splits(int regions) {
        byte[][] keys = new byte[regions - 1][];
        for (int region = 1; region < regions; region++) {
            keys[region - 1] = new byte[] {(byte) (256 * region / regions)};
        }
        return keys;
    }

    LogCluster cluster() {
        return cluster;
    }

    /**
     * Counts the open WALs, including that of {@code hbase:meta}.
     *
     * @throws IOException if HDFS does not respond
     */
    int wals() throws IOException {
        RemoteIterator<LocatedFileStatus> files = cluster.fs().listFiles(new Path("/hbase/WALs"), true);
        int count = 0;
        while (files.hasNext()) {
            count += cluster.fs().isFileClosed(files.next().getPath()) ? 0 : 1;
        }
        return count;
    }

    /** Puts values of 1 KiB to random rows with the threads of the spread. */
    Timings run(Spread spread, Duration skip, Duration count) throws IOException, InterruptedException {
        List<Table> tables = new ArrayList<>();
        List<Task> tasks = new ArrayList<>();
        try {
            SplittableRandom random = new SplittableRandom(seed);
            for (int thread = 0; thread < spread.threads; thread++) {
                Table table = connection.getTable(spread.table());
                tables.add(table);
                tasks.add(putter(table, random.split()));
            }
            return ClosedLoop.run(tasks, skip, count);
        } finally {
            for (Table table : tables) {
                table.close();
            }
        }
    }

    private static Task putter(Table table, SplittableRandom random) {
        byte[] value = new byte[VALUE_BYTES];
        return () -> {
            byte[] row = new byte[ROW_BYTES];
            random.nextBytes(row);
            table.put(new Put(row).addColumn(FAMILY, FAMILY, value));
        };
    }

    @Override
    public void close() throws IOException {
        try (cluster) {
            connection.close();
        }
    }
}
