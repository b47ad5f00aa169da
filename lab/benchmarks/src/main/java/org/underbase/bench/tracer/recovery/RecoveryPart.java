package org.underbase.bench.tracer.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.TracerFeature;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code recovery}: a RegionServer is killed whose log has 200,000 entries of one small row each. After the restart it
 * splits and replays the log, traced with the defaults.
 */
public final class RecoveryPart {
    private static final String LOST = "recovery of a log, events lost";
    private static final TableName TABLE = TableName.valueOf("recovered");
    private static final byte[] FAMILY = {'f'};
    private static final byte[] VALUE = {'v'};
    private static final int ROWS = 200_000;
    private static final int QUICK_ROWS = 5_000;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int rows;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public RecoveryPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.rows = options.quick() ? QUICK_ROWS : ROWS;
    }

    /**
     * Runs the part once: it is a count, not a time.
     *
     * @throws IOException if the cluster fails or a row is lost
     */
    public void run() throws IOException {
        Path traces = options.workDirectory().resolve("recovery-traces");
        progress.step("recovery: starting a cluster");
        try (TestCluster cluster = TestCluster.builder()
                .name("bench-recovery")
                .directory(options.workDirectory().resolve("recovery-cluster"))
                .hbase(true)
                .with(new TracerFeature())
                .productionCompiler(Role.REGIONSERVER)
                .set("dfs.replication", "1")
                // One entry of the log per row, and no flush before the kill.
                .hbaseSet("hbase.regionserver.minibatch.size", "1")
                .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(1L << 30))
                .start()) {
            Daemon server = cluster.daemons(Role.REGIONSERVER).get(0);
            progress.step("recovery: writing a log of " + rows + " entries");
            try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
                write(connection);
            }
            server.kill();
            progress.step("recovery: recovering the log");
            server.set("underbase.trace.dir", traces.toString());
            long start = System.nanoTime();
            server.start();
            cluster.awaitHBase();
            try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
                check(connection);
            }
            measurements.measured("recovery of a log, time", "s", (System.nanoTime() - start) / 1e9);
            progress.step("recovery: stopping HBase");
            server.stop();
        }
        TraceSize size = TraceSize.of(traces);
        measurements.measured("recovery of a log, events", "", (double) size.events());
        measurements.measured(LOST, "", (double) size.dropped());
        measurements.quote("lost_recovery", LOST);
    }

    private void write(Connection connection) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(TABLE)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                    .setDurability(Durability.ASYNC_WAL)
                    .build());
        }
        try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                puts.add(new Put(row(i)).addColumn(FAMILY, null, VALUE));
                if (puts.size() == 1000) {
                    mutator.mutate(puts);
                    puts.clear();
                }
            }
            mutator.mutate(puts);
        }
        // The log is written in order: with this row, all rows are on the DataNodes.
        try (Table table = connection.getTable(TABLE)) {
            table.put(new Put(row(rows)).addColumn(FAMILY, null, VALUE).setDurability(Durability.SYNC_WAL));
        }
    }

    private void check(Connection connection) throws IOException {
        int found = 0;
        try (Table table = connection.getTable(TABLE);
                ResultScanner scanner = table.getScanner(new Scan().setCaching(10_000))) {
            while (scanner.next() != null) {
                found++;
            }
        }
        if (found != rows + 1) {
            throw new IOException("the recovered table has " + found + " rows instead of " + (rows + 1));
        }
    }

    private static byte[] row(int i) {
        return String.format("%07d", i).getBytes(StandardCharsets.UTF_8);
    }
}
