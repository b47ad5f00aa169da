package org.underbase.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks daemons how they are, over /jmx from their own nodes, and waits until they are well. */
final class ClusterHealth {
    private static final String NAMENODE = "Hadoop:service=NameNode,name=";
    private static final String MASTER = "Hadoop:service=HBase,name=Master,sub=";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final TestCluster cluster;
    private final int otherRegionServers;

    /** @param otherRegionServers that are to be online beside the cluster's own */
    ClusterHealth(TestCluster cluster, int otherRegionServers) {
        this.cluster = cluster;
        this.otherRegionServers = otherRegionServers;
    }

    Daemon activeNameNode() throws IOException {
        List<Daemon> all = cluster.daemons(Role.NAMENODE);
        return all.size() == 1 ? all.get(0) : active(all, "NameNode");
    }

    Daemon activeMaster() throws IOException {
        List<Daemon> all = cluster.daemons(Role.MASTER);
        if (all.isEmpty()) {
            throw new ClusterException("this cluster has no HBase");
        }
        return all.size() == 1 ? all.get(0) : active(all, "Master");
    }

    private static Daemon active(List<Daemon> all, String what) throws IOException {
        for (Daemon daemon : all) {
            if (isActive(daemon)) {
                return daemon;
            }
        }
        throw new ClusterException("no " + what + " is active");
    }

    static boolean isActive(Daemon daemon) throws IOException {
        if (!daemon.alive()) {
            return false;
        }
        try {
            return daemon.role() == Role.NAMENODE
                    ? bean(daemon, NAMENODE + "NameNodeStatus")
                            .path("State")
                            .asText()
                            .equals("active")
                    : bean(daemon, MASTER + "Server")
                            .path("tag.isActiveMaster")
                            .asText()
                            .equals("true");
        } catch (ClusterException e) {
            throw e;
        } catch (IOException e) {
            // Alive but not up yet.
            return false;
        }
    }

    /** Whether a daemon answers on its ports; for those with a web server, also there. */
    static boolean serves(Daemon daemon) throws IOException {
        daemon.checkAlive();
        if (daemon.role() == Role.ZOOKEEPER) {
            byte[] answer = daemon.host()
                    .exchange(daemon.plan().port(Ports.RPC), "ruok".getBytes(StandardCharsets.US_ASCII), ANSWER);
            return new String(answer, StandardCharsets.US_ASCII).equals("imok");
        }
        daemon.jmx("java.lang:type=Runtime");
        return daemon.role() != Role.NAMENODE
                || !bean(daemon, NAMENODE + "NameNodeStatus").isMissingNode();
    }

    /** Whether a DataNode is registered with a NameNode: its service actors, one per NameNode, run. */
    static boolean registered(Daemon dataNode) throws IOException {
        return bean(dataNode, "Hadoop:service=DataNode,name=DataNodeInfo")
                .path("BPServiceActorInfo")
                .asText("")
                .contains("RUNNING");
    }

    void awaitServing(List<Daemon> daemons, Duration limit) throws IOException {
        for (Daemon daemon : daemons) {
            Await.until(daemon + " to serve", limit, () -> "it runs", () -> serves(daemon));
        }
    }

    void awaitHdfs(Duration limit) throws IOException {
        Await.State state = () -> "safe mode: '" + safeMode(activeNameNode()) + "'";
        Await.until("HDFS to serve", limit, state, () -> {
            for (Daemon nameNode : cluster.daemons(Role.NAMENODE)) {
                if (isActive(nameNode) && safeMode(nameNode).isEmpty()) {
                    return true;
                }
            }
            return false;
        });
    }

    void awaitLiveDataNodes(int count, Duration limit) throws IOException {
        Await.until(
                count + " live DataNodes", limit, () -> liveDataNodes() + " are live", () -> liveDataNodes() == count);
    }

    private int liveDataNodes() throws IOException {
        return bean(activeNameNode(), NAMENODE + "FSNamesystemState")
                .path("NumLiveDataNodes")
                .intValue();
    }

    /** Waits until that many DataNodes are not only known but have told of their disks. */
    void awaitUsableDataNodes(int count, Duration limit) throws IOException {
        Await.until(count + " DataNodes with disks", limit, () -> liveDataNodes() + " are live", () -> {
            for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
                dataNode.checkAlive();
            }
            JsonNode live = JSON.readTree(bean(activeNameNode(), NAMENODE + "NameNodeInfo")
                    .path("LiveNodes")
                    .asText("{}"));
            int usable = 0;
            for (JsonNode node : live) {
                usable += node.path("capacity").longValue() > 0 ? 1 : 0;
            }
            return usable >= count;
        });
    }

    void awaitFullyReplicated(Duration limit) throws IOException {
        Await.until(
                "all blocks fully replicated",
                limit,
                () -> lacking() + " blocks are not, of which " + pending() + " are being copied",
                () -> lacking() + pending() == 0);
    }

    private long lacking() throws IOException {
        return bean(activeNameNode(), NAMENODE + "FSNamesystemState")
                .path("UnderReplicatedBlocks")
                .longValue();
    }

    private long pending() throws IOException {
        return bean(activeNameNode(), NAMENODE + "FSNamesystemState")
                .path("PendingReplicationBlocks")
                .longValue();
    }

    void awaitHBase(Duration limit) throws IOException {
        if (cluster.daemons(Role.MASTER).isEmpty()) {
            throw new ClusterException("this cluster has no HBase");
        }
        Await.until("HBase to serve", limit, this::describeHBase, () -> {
            Daemon master = activeMaster();
            master.checkAlive();
            JsonNode server = bean(master, MASTER + "Server");
            return server.path("masterFinishedInitializationTime").longValue() > 0
                    && allOnline(online(server))
                    && bean(master, MASTER + "AssignmentManager")
                                    .path("ritCount")
                                    .asInt(-1)
                            == 0;
        });
    }

    private boolean allOnline(List<String> online) {
        List<String> running = running();
        return online.containsAll(running) && online.size() == running.size() + otherRegionServers;
    }

    private String describeHBase() throws IOException {
        JsonNode server = bean(activeMaster(), MASTER + "Server");
        return "initialized: "
                + (server.path("masterFinishedInitializationTime").longValue() > 0) + ", online: " + online(server)
                + ", running: " + running()
                + (otherRegionServers > 0 ? ", and " + otherRegionServers + " others are to be online" : "");
    }

    /** RegionServers that the Master knows, as {@code host:port}; it writes them {@code host,port,start;...}. */
    private static List<String> online(JsonNode server) {
        List<String> result = new ArrayList<>();
        for (String name : server.path("tag.liveRegionServers").asText("").split(";", -1)) {
            String[] parts = name.split(",", -1);
            if (parts.length == 3) {
                result.add(parts[0] + ":" + parts[1]);
            }
        }
        return result.stream().sorted().toList();
    }

    private List<String> running() {
        return cluster.daemons(Role.REGIONSERVER).stream()
                .filter(Daemon::alive)
                .map(Daemon::address)
                .sorted()
                .toList();
    }

    private static String safeMode(Daemon nameNode) throws IOException {
        return bean(nameNode, NAMENODE + "NameNodeInfo").path("Safemode").asText("unknown");
    }

    /** The bean of exactly that name; a missing node when there is none. */
    private static JsonNode bean(Daemon daemon, String name) throws IOException {
        daemon.checkAlive();
        return daemon.jmx(name).path(0);
    }
}
