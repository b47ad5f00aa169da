package org.underbase.bench.tiers.simulated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.ipc.Server;

/**
 * Figures 5 and 6 of the hatS paper. Every node writes files of 16 blocks, as TeraGen with one mapper per node. Then a task
 * reads every block once, as Grep with Hadoop's scheduler: nodes alternate, and each selects a block on the node, otherwise
 * on its rack, otherwise any.
 */
final class Figures {
    private static final int BLOCKS = 16;

    private final SimulatedCluster cluster;
    private final Map<String, Long> counts = new TreeMap<>();

    Figures(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** Written block. */
    private record Written(String path, int index, Set<String> hosts, Set<Integer> racks) {}

    /** Node that writes and reads. */
    private record Client(String host, int rack, SimulatedCall call) {}

    Done run(Job job) throws IOException, InterruptedException {
        counts.clear();
        Map<String, Client> clients = new TreeMap<>();
        for (SimulatedDatanode node : cluster.datanodes()) {
            clients.putIfAbsent(node.host(), new Client(node.host(), node.rack(), SimulatedCall.from(node.ip())));
        }
        List<Written> blocks = new ArrayList<>();
        for (Client client : clients.values()) {
            client.call().enter();
            for (int file = 0; file < job.count(); file++) {
                write(job.directory() + "/" + client.host() + "-" + file, client, blocks);
            }
        }
        if (!job.word().isEmpty()) {
            CallerContext.setCurrent(new CallerContext.Builder("tierRetrieval:" + job.word()).build());
        }
        Collections.shuffle(blocks, new Random(job.seed()));
        read(blocks, new ArrayList<>(clients.values()));
        CallerContext.setCurrent(null);
        Server.getCurCall().remove();
        cluster.rpc().delete(job.directory(), true);
        return Done.counted(counts);
    }

    private void count(String name) {
        counts.merge(name, 1L, Long::sum);
    }

    private void write(String path, Client client, List<Written> blocks) throws IOException, InterruptedException {
        long inode = Operations.create(cluster, path);
        LocatedBlock last = null;
        for (int index = 0; index < BLOCKS; index++) {
            last = Operations.addBlock(cluster, path, inode, last);
            last.getBlock().setNumBytes(Operations.BLOCK);
            cluster.received(last);
            Set<String> hosts = new HashSet<>();
            Set<Integer> racks = new HashSet<>();
            for (DatanodeInfo location : last.getLocations()) {
                SimulatedDatanode node = cluster.datanode(location);
                hosts.add(node.host());
                racks.add(node.rack());
                count("replicas." + node.tier());
                count("rack" + node.rack());
            }
            count("blocks");
            count("racks." + racks.size());
            count("hosts." + hosts.size());
            if (hosts.contains(client.host())) {
                count("writer");
            }
            blocks.add(new Written(path, index, hosts, racks));
        }
        Operations.complete(cluster, path, inode, last);
    }

    private void read(List<Written> blocks, List<Client> clients) throws IOException {
        List<Written> remaining = new ArrayList<>(blocks);
        for (int turn = 0; !remaining.isEmpty(); turn++) {
            Client client = clients.get(turn % clients.size());
            Written block = next(remaining, client);
            client.call().enter();
            LocatedBlock located = cluster.rpc()
                    .getBlockLocations(block.path(), block.index() * Operations.BLOCK, 1)
                    .get(0);
            SimulatedDatanode server = cluster.datanode(located.getLocations()[0]);
            count("reads." + server.tier());
            count(
                    server.host().equals(client.host())
                            ? "reads.node"
                            : server.rack() == client.rack() ? "reads.rack" : "reads.remote");
            count("reads");
        }
    }

    private static Written next(List<Written> remaining, Client client) {
        int near = -1;
        for (int i = 0; i < remaining.size(); i++) {
            if (remaining.get(i).hosts().contains(client.host())) {
                return remaining.remove(i);
            }
            if (near < 0 && remaining.get(i).racks().contains(client.rack())) {
                near = i;
            }
        }
        return remaining.remove(Math.max(near, 0));
    }
}
