package org.underbase.exalt.harness.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.MetricsRegionServerWrapper;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Main class of a JVM with many RegionServers. It prints {@code wal CLASS} once a write-ahead log exists, and
 * {@link RegionServerProgress} as a line of JSON every second. The JVM halts when its input ends.
 *
 * <p>Arguments: number of RegionServers, and the fraction of this JVM's heap that HBase uses as one RegionServer's memstore limit.
 */
public final class EmulatedRegionServers {
    /** Prefix of the line with the class of the write-ahead log. */
    public static final String WAL = "wal ";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ARGUMENTS = 2;
    private static final int FAILED = 1;

    private final PrintStream out;
    private final List<HRegionServer> servers = new ArrayList<>();
    private final Set<WAL> wals = Collections.newSetFromMap(new IdentityHashMap<>());
    private final LongAdder walBytes = new LongAdder();

    private EmulatedRegionServers(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the RegionServers; the JVM calls this.
     *
     * @param args arguments, see the class
     */
    public static void main(String[] args) {
        if (args.length != ARGUMENTS) {
            System.err.println("EmulatedRegionServers: usage: COUNT MEMSTORES");
            System.exit(2);
        }
        try {
            EmulatedRegionServers servers = new EmulatedRegionServers(System.out);
            servers.start(Integer.parseInt(args[0]), Double.parseDouble(args[1]));
            Thread parent = new Thread(EmulatedRegionServers::endWithInput, "parent");
            parent.setDaemon(true);
            parent.start();
            servers.reportUntilStopped();
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println("EmulatedRegionServers: " + e);
            e.printStackTrace();
        }
        Runtime.getRuntime().halt(FAILED);
    }

    private void start(int count, double memstores) throws IOException {
        // Mini cluster mode: otherwise the metrics names of the second RegionServer are in use.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Configuration shared = RegionServerSettings.of(HBaseConfiguration.create(), memstores, count);
        for (int i = 0; i < count; i++) {
            HRegionServer server = new HRegionServer(new Configuration(shared));
            servers.add(server);
            server.setName("region-server-" + i);
            server.start();
        }
    }

    /** Reports progress until a RegionServer stops. */
    private void reportUntilStopped() throws IOException, InterruptedException {
        while (true) {
            for (HRegionServer server : servers) {
                if (!server.isAlive() || server.isAborted() || server.isStopped()) {
                    throw new IOException(server.getServerName() + " stopped");
                }
                listen(server);
            }
            report();
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private void listen(HRegionServer server) {
        if (!server.isOnline()) {
            return;
        }
        for (WAL wal : server.getWALs()) {
            if (wals.add(wal)) {
                if (wals.size() == 1) {
                    line(WAL + wal.getClass().getName());
                }
                wal.registerWALActionsListener(new WALActionsListener() {
                    @Override
                    public void postAppend(long length, long millis, WALKey key, WALEdit edit) {
                        walBytes.add(length);
                    }
                });
            }
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // There are no requests.
            }
        } catch (IOException e) {
            System.err.println("EmulatedRegionServers: " + e);
            Runtime.getRuntime().halt(FAILED);
        }
        // A graceful shutdown would flush memstores, which must not be kept.
        Runtime.getRuntime().halt(0);
    }

    private void report() throws IOException {
        int online = 0;
        int regions = 0;
        long memstore = 0;
        long memstoreHeap = 0;
        long files = 0;
        long fileBytes = 0;
        long flushed = 0;
        long walFiles = 0;
        long blocked = 0;
        for (HRegionServer server : servers) {
            if (!server.isOnline()) {
                continue;
            }
            online++;
            for (HRegion region : server.getRegions()) {
                if (region.getTableDescriptor().getTableName().isSystemTable()) {
                    continue;
                }
                regions++;
                memstore += region.getMemStoreDataSize();
                memstoreHeap += region.getMemStoreHeapSize();
                for (HStore store : region.getStores()) {
                    files += store.getStorefilesCount();
                    fileBytes += store.getStorefilesSize();
                    flushed += store.getFlushedCellsSize();
                }
            }
            MetricsRegionServerWrapper metrics = server.getMetrics().getRegionServerWrapper();
            walFiles += metrics.getNumWALFiles();
            blocked += metrics.getUpdatesBlockedTime();
        }
        line(JSON.writeValueAsString(new RegionServerProgress(
                System.currentTimeMillis(),
                online,
                regions,
                memstore,
                memstoreHeap,
                files,
                fileBytes,
                flushed,
                walFiles,
                walBytes.sum(),
                blocked,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed())));
    }

    private void line(String text) {
        out.println(text);
        if (out.checkError()) {
            throw new UncheckedIOException(new IOException("standard output is closed"));
        }
    }
}
