package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** Samples of the number of store files per store, weighted by the time between them. Not thread-safe. */
final class StoreFileSamples {
    private static final long PERIOD_MILLIS = 200;

    private final Admin admin;
    private final TableName table;
    private final List<ServerName> servers;
    private double fileSeconds;
    private double storeSeconds;
    private int max;

    StoreFileSamples(Admin admin, TableName table, List<ServerName> servers) {
        this.admin = admin;
        this.table = table;
        this.servers = servers;
    }

    /** Samples until a time of {@link System#nanoTime}. */
    void run(long end) throws IOException, InterruptedException {
        long last = System.nanoTime();
        while (last - end < 0) {
            Thread.sleep(PERIOD_MILLIS);
            int files = 0;
            int stores = 0;
            for (ServerName server : servers) {
                // The RegionServer computes these metrics for each request.
                for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
                    files += region.getStoreFileCount();
                    stores++;
                    max = Math.max(max, region.getStoreFileCount());
                }
            }
            long now = System.nanoTime();
            double seconds = (double) (now - last) / Duration.ofSeconds(1).toNanos();
            fileSeconds += files * seconds;
            storeSeconds += stores * seconds;
            last = now;
        }
    }

    double mean() {
        return fileSeconds / storeSeconds;
    }

    int max() {
        return max;
    }
}
