package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.underbase.testbed.Await;

/** Puts all regions of a table on one RegionServer. */
final class Placement {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Connection connection;

    Placement(Connection connection) {
        this.connection = connection;
    }

    /**
     * Moves the regions of the lane's table to its RegionServer, which is online, and waits until it serves them.
     *
     * @param lane table and RegionServer
     * @throws IOException if a region is elsewhere after three minutes
     */
    void place(Lane lane) throws IOException {
        try (Admin admin = connection.getAdmin();
                RegionLocator locator = connection.getRegionLocator(lane.table())) {
            ServerName target = server(admin, lane);
            Await.until(
                    "all regions of " + lane.table() + " to be on " + target,
                    LIMIT,
                    () -> misplaced(locator, target).size() + " regions are elsewhere",
                    () -> {
                        List<HRegionLocation> misplaced = misplaced(locator, target);
                        if (!admin.isTableAvailable(lane.table())) {
                            return false;
                        }
                        for (HRegionLocation region : misplaced) {
                            admin.move(region.getRegion().getEncodedNameAsBytes(), target);
                        }
                        return misplaced.isEmpty();
                    });
        }
    }

    private static ServerName server(Admin admin, Lane lane) throws IOException {
        return admin.getRegionServers().stream()
                .filter(server -> server.getAddress()
                        .toString()
                        .equals(lane.regionServer().address()))
                .findFirst()
                .orElseThrow(() -> new IOException(lane.regionServer() + " is not a live RegionServer"));
    }

    private static List<HRegionLocation> misplaced(RegionLocator locator, ServerName target) throws IOException {
        locator.clearRegionLocationCache();
        return locator.getAllRegionLocations().stream()
                .filter(region -> !target.equals(region.getServerName()))
                .toList();
    }
}
