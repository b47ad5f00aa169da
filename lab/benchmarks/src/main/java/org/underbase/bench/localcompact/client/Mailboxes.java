package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.underbase.testbed.TableFlush;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.MessagesWorkloadBuilder;

/** Run of the Facebook-Messages workload, from the creation of the table to the last operation. */
final class Mailboxes {
    private static final int MESSAGES_PER_USER = 40;
    private static final int THREADS = 8;
    private static final int REGIONS = 1;

    private final Connection connection;
    private final TableName name;

    Mailboxes(Connection connection, TableName name) {
        this.connection = connection;
        this.name = name;
    }

    /** Creates the table with each region on a different RegionServer, loads it and runs the workload. */
    void run(Request request) throws IOException {
        List<ServerName> servers;
        MessagesWorkloadBuilder builder = MessagesWorkload.builder()
                .table(name.getNameAsString())
                .users(request.count())
                .messagesPerUser(MESSAGES_PER_USER)
                .threads(THREADS)
                .seed(request.seed())
                .compression("ZSTD")
                .flushSize(request.bytes())
                .operations((long) request.count() * request.operations());
        if (request.underbase()) {
            builder.tableSetting(StoreTable.COMPACTOR, StoreTable.LOCAL);
        }
        try (Admin admin = connection.getAdmin()) {
            admin.balancerSwitch(false, true);
            servers = admin.getRegionServers().stream()
                    .sorted(Comparator.comparing(ServerName::getHostname))
                    .toList();
            MessagesWorkload workload = builder.regions(REGIONS).build();
            workload.createTable(connection);
            List<RegionInfo> regions = admin.getRegions(name);
            for (int i = 0; i < regions.size(); i++) {
                // The node of the first RegionServer also runs the NameNode.
                admin.move(regions.get(i).getEncodedNameAsBytes(), servers.get((i + 1) % servers.size()));
            }
            check("load", workload.load(connection, Progress.none()).measurement());
            check("run", workload.run(connection, Progress.none()).measurement());
            // Flush, so that both sides end in the same state.
            TableFlush.flush(admin, name);
        }
    }

    private void check(String phase, Measurement measurement) throws IOException {
        if (measurement.end() != Measurement.End.COMPLETED || measurement.errors() > 0) {
            throw new IOException("the " + phase + " of " + name + " failed after " + measurement.operations()
                    + " operations with " + measurement.errors() + " errors"
                    + measurement.failure().map(why -> ": " + why).orElse(""));
        }
    }
}
