package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Puts all regions of a table on one RegionServer. */
final class Placement {
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long PAUSE_MILLIS = 200;

    private final Connection connection;

    Placement(Connection connection) {
        this.connection = connection;
    }

    /**
     * Moves the regions of the lane's table to its RegionServer, which is online, and waits until they are there.
     *
     * @throws IOException when they are not after three minutes
     */
    void place(Lane lane) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (Admin admin = connection.getAdmin();
                RegionLocator locator = connection.getRegionLocator(lane.table())) {
            ServerName target = server(admin, lane);
            List<HRegionLocation> astray = astray(locator, target);
            while (!admin.isTableAvailable(lane.table()) || !astray.isEmpty()) {
                if (System.nanoTime() - start > LIMIT_NANOS) {
                    throw new IOException(astray.size() + " regions of " + lane.table() + " did not come to " + target);
                }
                if (admin.isTableAvailable(lane.table())) {
                    for (HRegionLocation region : astray) {
                        admin.move(region.getRegion().getEncodedNameAsBytes(), target);
                    }
                }
                Thread.sleep(PAUSE_MILLIS);
                astray = astray(locator, target);
            }
        }
    }

    private static ServerName server(Admin admin, Lane lane) throws IOException {
        return admin.getRegionServers().stream()
                .filter(server -> server.getAddress()
                        .toString()
                        .equals(lane.regionServer().address()))
                .findFirst()
                .orElseThrow(() -> new IOException(lane.regionServer() + " is no member of the cluster"));
    }

    private static List<HRegionLocation> astray(RegionLocator locator, ServerName target) throws IOException {
        locator.clearRegionLocationCache();
        return locator.getAllRegionLocations().stream()
                .filter(region -> !target.equals(region.getServerName()))
                .toList();
    }
}
