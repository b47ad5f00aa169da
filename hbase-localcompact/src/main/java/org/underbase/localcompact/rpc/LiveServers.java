package org.underbase.localcompact.rpc;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.coordinator.WorkerDirectory;
import org.underbase.localcompact.worker.Worker;

/** Live RegionServers by host address. Caches ZooKeeper's list. Thread-safe. */
public final class LiveServers implements WorkerDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(LiveServers.class);

    /** A server gets the service by a restart, which changes its name. The limit removes entries of dead servers. */
    private static final long SKIP_NANOS = Duration.ofMinutes(10).toNanos();

    private final Map<ServerName, Long> skipped = new ConcurrentHashMap<>();
    private final RegionServerServices here;
    private final Worker own;
    private final long cacheNanos;
    private final ServerAddresses addresses = new ServerAddresses(InetAddress::getAllByName);
    private Map<String, ServerName> byIp = Map.of();
    private long refreshedNanos;

    /**
     * Creates the directory of one server.
     *
     * @param here this server
     * @param own merges of this server
     */
    public LiveServers(RegionServerServices here, Worker own) {
        this.here = here;
        this.own = own;
        this.cacheNanos =
                LocalCompactKeys.refreshInterval(here.getConfiguration()).toNanos();
        this.refreshedNanos = System.nanoTime() - cacheNanos;
    }

    @Override
    public Map<String, Worker> workersOf(Map<String, String> dataNodes) throws IOException {
        Map<String, ServerName> servers = servers();
        Map<String, Worker> found = new LinkedHashMap<>();
        dataNodes.forEach((dataNode, ip) -> {
            ServerName server = servers.get(ip);
            if (server != null && !isSkipped(server)) {
                found.put(dataNode, worker(server));
            }
        });
        return found;
    }

    private Worker worker(ServerName server) {
        return server.equals(here.getServerName()) ? own : new RemoteWorker(here.getConnection(), server, this::skip);
    }

    private void skip(ServerName server) {
        LOG.warn(
                "Skipping RegionServer {} for {} s: add LocalCompactService to its"
                        + " hbase.coprocessor.regionserver.classes",
                server,
                Duration.ofNanos(SKIP_NANOS).toSeconds());
        skipped.put(server, System.nanoTime());
    }

    private boolean isSkipped(ServerName server) {
        Long since = skipped.get(server);
        if (since == null) {
            return false;
        }
        if (System.nanoTime() - since < SKIP_NANOS) {
            return true;
        }
        skipped.remove(server);
        return false;
    }

    private synchronized Map<String, ServerName> servers() throws IOException {
        if (System.nanoTime() - refreshedNanos >= cacheNanos) {
            byIp = addresses.byIp(live());
            refreshedNanos = System.nanoTime();
        }
        return byIp;
    }

    /**
     * Lists the servers with a session in ZooKeeper, of several instances at one address the latest last. Not from the Master:
     * without one, RegionServers serve and compact, and a call would be repeated for minutes.
     */
    private List<ServerName> live() throws IOException {
        ZKWatcher zooKeeper = here.getZooKeeper();
        try {
            List<String> names = ZKUtil.listChildrenNoWatch(zooKeeper, zooKeeper.getZNodePaths().rsZNode);
            return names == null
                    ? List.of()
                    : names.stream().map(ServerName::parseServerName).sorted().toList();
        } catch (KeeperException e) {
            throw new IOException("cannot list the RegionServers in ZooKeeper", e);
        }
    }
}
