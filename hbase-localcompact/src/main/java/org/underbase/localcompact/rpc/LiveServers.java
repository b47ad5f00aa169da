package org.underbase.localcompact.rpc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.Cluster;
import org.underbase.localcompact.worker.Worker;

/** The RegionServers that live, by their hosts. What the Master says is kept for a while. Thread-safe. */
public final class LiveServers implements Cluster {
    private static final Logger LOG = LoggerFactory.getLogger(LiveServers.class);
    private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

    /** A server gets the service when it is started again, and has another name then; that of a removed one goes. */
    private static final long UNABLE_NANOS = Duration.ofMinutes(10).toNanos();

    private final Map<ServerName, Long> unable = new ConcurrentHashMap<>();
    private final RegionServerServices here;
    private final Worker own;
    private Map<String, ServerName> byIp = Map.of();
    private long askedNanos = System.nanoTime() - KEPT_NANOS;

    /**
     * Seen from one server.
     *
     * @param here the server
     * @param own its own merges
     */
    public LiveServers(RegionServerServices here, Worker own) {
        this.here = here;
        this.own = own;
    }

    @Override
    public Map<String, Worker> beside(Map<String, String> dataNodes) throws IOException {
        Map<String, ServerName> servers = servers();
        Map<String, Worker> found = new LinkedHashMap<>();
        dataNodes.forEach((dataNode, ip) -> {
            ServerName server = servers.get(ip);
            if (server != null && isAble(server)) {
                found.put(dataNode, worker(server));
            }
        });
        return found;
    }

    private Worker worker(ServerName server) {
        return server.equals(here.getServerName())
                ? own
                : new RemoteWorker(here.getConnection(), server, this::leaveOut);
    }

    private void leaveOut(ServerName server) {
        LOG.warn(
                "{} merges for nobody: it lacks LocalCompactService in hbase.coprocessor.regionserver.classes. It is not asked"
                        + " again for {} s",
                server,
                Duration.ofNanos(UNABLE_NANOS).toSeconds());
        unable.put(server, System.nanoTime());
    }

    private boolean isAble(ServerName server) {
        Long since = unable.get(server);
        if (since == null) {
            return true;
        }
        if (System.nanoTime() - since < UNABLE_NANOS) {
            return false;
        }
        unable.remove(server);
        return true;
    }

    private synchronized Map<String, ServerName> servers() throws IOException {
        if (System.nanoTime() - askedNanos >= KEPT_NANOS) {
            try (Admin admin = here.getConnection().getAdmin()) {
                byIp = byIp(admin.getRegionServers());
            }
            askedNanos = System.nanoTime();
        }
        return byIp;
    }

    private static Map<String, ServerName> byIp(Collection<ServerName> servers) {
        Map<String, ServerName> result = new HashMap<>();
        for (ServerName server : servers) {
            try {
                for (InetAddress address : InetAddress.getAllByName(server.getHostname())) {
                    result.put(address.getHostAddress(), server);
                }
            } catch (UnknownHostException e) {
                LOG.warn("The host of the RegionServer {} is not known: it merges for nobody", server, e);
            }
        }
        return result;
    }
}
