package org.underbase.dist.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Round trip through HBase: creates a table, puts, flushes and reads rows, and drops the table. */
final class HBaseRoundTrip {
    static final String PART = "hbase";

    private static final int ROWS = 100;
    private static final byte[] FAMILY = bytes("f");
    private static final byte[] QUALIFIER = bytes("q");

    private final Connection connection;

    HBaseRoundTrip(Connection connection) {
        this.connection = connection;
    }

    /**
     * Runs the round trip.
     *
     * @throws IOException if HBase fails or returns other rows than were put
     */
    Finding run() throws IOException {
        TableName name = TableName.valueOf("underbase_check_" + Names.unique());
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(name)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                    .build());
            try (Table table = connection.getTable(name)) {
                put(table);
                flush(admin, name);
                read(table);
            } finally {
                admin.disableTable(name);
                admin.deleteTable(name);
            }
            return Finding.ok(
                    PART,
                    String.format(
                            "created a table, put, flushed and read %d rows, dropped it; %d RegionServers",
                            ROWS, admin.getRegionServers().size()));
        }
    }

    /** Returns the web pages of the Master and the RegionServers, without daemons whose web server is disabled. */
    List<WebPage> webPages() throws IOException {
        try (Admin admin = connection.getAdmin()) {
            ClusterMetrics cluster = admin.getClusterMetrics();
            List<WebPage> pages = new ArrayList<>();
            pages.add(new WebPage("master", cluster.getMasterName().getHostname(), cluster.getMasterInfoPort()));
            cluster.getLiveServerMetrics()
                    .forEach((server, metrics) -> pages.add(new WebPage(
                            "regionserver " + server.getAddress(), server.getHostname(), metrics.getInfoServerPort())));
            return pages.stream().filter(page -> page.port() > 0).toList();
        }
    }

    private static void put(Table table) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            puts.add(new Put(row(i)).addColumn(FAMILY, QUALIFIER, bytes("value " + i)));
        }
        table.put(puts);
    }

    /**
     * Flushes each region. {@code Admin.flush} can hang: HBase 2.6.4's Master loses the report of a flush that ends before its
     * procedure awaits it, and then the table cannot be dropped.
     */
    private static void flush(Admin admin, TableName table) throws IOException {
        for (RegionInfo region : admin.getRegions(table)) {
            admin.flushRegion(region.getRegionName());
        }
    }

    private static void read(Table table) throws IOException {
        int seen = 0;
        try (ResultScanner rows = table.getScanner(new Scan())) {
            for (Result row : rows) {
                byte[] value = row.getValue(FAMILY, QUALIFIER);
                if (value == null || !new String(value, StandardCharsets.UTF_8).equals("value " + seen)) {
                    throw new IOException("row " + seen + " of " + table.getName() + " differs from what was put");
                }
                seen++;
            }
        }
        if (seen != ROWS) {
            throw new IOException("put " + ROWS + " rows in " + table.getName() + " and read " + seen);
        }
    }

    private static byte[] row(int i) {
        return bytes(String.format("row%05d", i));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
