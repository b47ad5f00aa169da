package org.underbase.testbed.mini;

import java.io.IOException;
import java.net.BindException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.underbase.testbed.process.FreePorts;

/**
 * Ports with which the daemons of Hadoop's fixture can start again. By default the kernel selects a port of the range of outgoing
 * connections: while its daemon is stopped, any connection of this machine may take it.
 */
public final class RestartPorts {
    private static final List<String> DATANODE = List.of(
            DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY,
            DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY,
            DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY);

    private static final int ATTEMPTS = 5;

    private RestartPorts() {}

    /** Source of free ports that are not in a set. */
    @FunctionalInterface
    interface Source {
        int find(Set<Integer> except) throws IOException;
    }

    /**
     * Starts a cluster with such ports and one NameNode.
     *
     * @see #start(MiniDFSCluster.Builder, int, int)
     */
    public static MiniDFSCluster start(MiniDFSCluster.Builder builder, int dataNodes) throws IOException {
        return start(builder, 1, dataNodes);
    }

    /**
     * Starts a cluster with such ports. It replaces the builder's topology and overlays. If another program takes a port before
     * the daemon does, the cluster starts again with other ports.
     *
     * @param builder builder of a cluster
     * @param nameNodes number of its NameNodes; several are highly available and start as standby
     * @param dataNodes number of its DataNodes
     * @throws IOException if it does not start
     */
    public static MiniDFSCluster start(MiniDFSCluster.Builder builder, int nameNodes, int dataNodes)
            throws IOException {
        return start(builder, nameNodes, dataNodes, FreePorts::find);
    }

    static MiniDFSCluster start(MiniDFSCluster.Builder builder, int nameNodes, int dataNodes, Source ports)
            throws IOException {
        for (int attempt = 1; true; attempt++) {
            set(builder, nameNodes, dataNodes, ports);
            try {
                return builder.build();
            } catch (BindException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static void set(MiniDFSCluster.Builder builder, int nameNodes, int dataNodes, Source ports)
            throws IOException {
        Set<Integer> found = new HashSet<>();
        Configuration[] overlays = new Configuration[dataNodes];
        for (int i = 0; i < dataNodes; i++) {
            overlays[i] = new Configuration(false);
            for (String address : DATANODE) {
                overlays[i].set(address, "127.0.0.1:" + next(ports, found));
            }
        }
        // The first build of a builder would fix nameNodePort.
        builder.nnTopology(nameNodes == 1 ? single(ports, found) : highlyAvailable(nameNodes, ports, found))
                .checkDataNodeAddrConfig(true)
                .dataNodeConfOverlays(overlays);
    }

    /** A NameNode that starts again uses the port of its web server again, too. */
    private static MiniDFSNNTopology single(Source ports, Set<Integer> found) throws IOException {
        return MiniDFSNNTopology.simpleSingleNN(next(ports, found), next(ports, found));
    }

    private static MiniDFSNNTopology highlyAvailable(int nameNodes, Source ports, Set<Integer> found)
            throws IOException {
        MiniDFSNNTopology.NSConf nameService = new MiniDFSNNTopology.NSConf("minidfs-ns");
        for (int i = 1; i <= nameNodes; i++) {
            nameService.addNN(new MiniDFSNNTopology.NNConf("nn" + i)
                    .setIpcPort(next(ports, found))
                    .setHttpPort(next(ports, found)));
        }
        return new MiniDFSNNTopology().addNameservice(nameService);
    }

    private static int next(Source ports, Set<Integer> found) throws IOException {
        int port = ports.find(found);
        found.add(port);
        return port;
    }
}
