package org.underbase.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Health checks of daemons by /jmx requests from their nodes, and waits for healthy daemons. */
final class ClusterHealth {
    private static final String NAMENODE = "Hadoop:service=NameNode,name=";
    private static final String MASTER = "Hadoop:service=HBase,name=Master,sub=";
    private static final String REGIONSERVER = "Hadoop:service=HBase,name=RegionServer,sub=Server";
    private static final String LIVE = "tag.liveRegionServers";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final TestCluster cluster;
    private final int otherRegionServers;

    /** @param otherRegionServers number of RegionServers that the caller of the cluster starts */
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
            // The process runs but does not answer yet.
            return false;
        }
    }

    /** Whether a daemon answers on its ports. */
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
            Await.until("service of " + daemon, limit, () -> "it runs", () -> serves(daemon));
        }
    }

    void awaitHdfs(Duration limit) throws IOException {
        Await.State state = () -> "safe mode: '" + safeMode(activeNameNode()) + "'";
        Await.until("service of HDFS", limit, state, () -> {
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

    /** Waits until this number of DataNodes is live and has reported capacity. */
    void awaitUsableDataNodes(int count, Duration limit) throws IOException {
        Await.until(count + " DataNodes with capacity", limit, () -> liveDataNodes() + " are live", () -> {
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

    /** Waits until this number of NodeManagers is registered. */
    void awaitLiveNodeManagers(int count, Duration limit) throws IOException {
        Daemon manager = cluster.daemons(Role.RESOURCEMANAGER).get(0);
        Await.until(count + " live NodeManagers", limit, () -> liveNodeManagers(manager) + " are live", () -> {
            for (Daemon daemon : cluster.daemons(Role.NODEMANAGER)) {
                daemon.checkAlive();
            }
            return liveNodeManagers(manager) == count;
        });
    }

    private static int liveNodeManagers(Daemon manager) throws IOException {
        String nodes = bean(manager, "Hadoop:service=ResourceManager,name=RMNMInfo")
                .path("LiveNodeManagers")
                .asText("");
        int live = 0;
        for (JsonNode node : JSON.readTree(nodes.isEmpty() ? "[]" : nodes)) {
            live += node.path("State").asText().equals("RUNNING") ? 1 : 0;
        }
        return live;
    }

    void awaitFullyReplicated(Duration limit) throws IOException {
        Await.until(
                "all blocks fully replicated",
                limit,
                () -> underReplicated() + " blocks are under-replicated, " + pending() + " copies are pending",
                () -> underReplicated() + pending() == 0);
    }

    private long underReplicated() throws IOException {
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
        Await.until("service of HBase", limit, this::describeHBase, () -> {
            Daemon master = activeMaster();
            master.checkAlive();
            JsonNode server = bean(master, MASTER + "Server");
            return server.path("masterFinishedInitializationTime").longValue() > 0
                    && allOnline(server)
                    && bean(master, MASTER + "AssignmentManager")
                                    .path("ritCount")
                                    .asInt(-1)
                            == 0;
        });
    }

    /**
     * The Master lists the previous process of a RegionServer until its session expires or the next process reports, and a
     * bean is as old as the metrics period. The names of the processes contain their start times.
     */
    private boolean allOnline(JsonNode server) throws IOException {
        List<String> online = online(server.path(LIVE).asText());
        List<String> running = running();
        if (!online.containsAll(running) || online.size() != running.size() + otherRegionServers) {
            return false;
        }
        List<String> names = List.of(server.path(LIVE).asText().split(";", -1));
        for (Daemon daemon : cluster.daemons(Role.REGIONSERVER)) {
            if (daemon.alive()
                    && !names.contains(daemon.jmx(REGIONSERVER)
                            .path(0)
                            .path("tag.serverName")
                            .asText())) {
                return false;
            }
        }
        return true;
    }

    private String describeHBase() throws IOException {
        JsonNode server = bean(activeMaster(), MASTER + "Server");
        return "initialized: "
                + (server.path("masterFinishedInitializationTime").longValue() > 0) + ", online: "
                + server.path(LIVE).asText()
                + ", running: " + running()
                + (otherRegionServers > 0 ? ", expected in addition: " + otherRegionServers : "");
    }

    /**
     * Parses the Master's list of RegionServers, {@code host,port,start;...}, to {@code host:port}. An earlier process of the same
     * address does not count: a Master that starts after a kill and before the end of that session lists the process forever.
     */
    static List<String> online(String names) {
        SortedSet<String> result = new TreeSet<>();
        for (String name : names.split(";", -1)) {
            String[] parts = name.split(",", -1);
            if (parts.length == 3) {
                result.add(parts[0] + ":" + parts[1]);
            }
        }
        return List.copyOf(result);
    }

    private List<String> running() {
        return cluster.daemons(Role.REGIONSERVER).stream()
                .filter(Daemon::alive)
                .map(Daemon::address)
                .sorted()
                .toList();
    }

    /** Waits until a NameNode, active or not, is not in safe mode. */
    static void awaitNoSafeMode(Daemon nameNode, Duration limit) throws ClusterException {
        Await.until(nameNode + " to leave safe mode", limit, () -> safeMode(nameNode), () -> safeMode(nameNode)
                .isEmpty());
    }

    private static String safeMode(Daemon nameNode) throws IOException {
        return bean(nameNode, NAMENODE + "NameNodeInfo").path("Safemode").asText("unknown");
    }

    /** Returns the bean with a name; a missing node if there is no such bean. */
    private static JsonNode bean(Daemon daemon, String name) throws IOException {
        daemon.checkAlive();
        return daemon.jmx(name).path(0);
    }
}
