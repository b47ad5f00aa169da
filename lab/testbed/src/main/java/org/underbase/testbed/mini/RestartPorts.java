package org.underbase.testbed.mini;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
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

    private RestartPorts() {}

    /**
     * Sets the ports of the NameNode and of all DataNodes. It replaces the builder's port of the NameNode and its overlays.
     *
     * @param builder builder of a cluster with one NameNode
     * @param dataNodes number of its DataNodes
     * @return the builder
     * @throws IOException if there are too few free ports
     */
    public static MiniDFSCluster.Builder set(MiniDFSCluster.Builder builder, int dataNodes) throws IOException {
        List<Configuration> overlays = new ArrayList<>();
        for (int i = 0; i < dataNodes; i++) {
            overlays.add(dataNode());
        }
        return builder.nameNodePort(FreePorts.find())
                .checkDataNodeAddrConfig(true)
                .dataNodeConfOverlays(overlays.toArray(Configuration[]::new));
    }

    private static Configuration dataNode() throws IOException {
        Configuration conf = new Configuration(false);
        for (String address : DATANODE) {
            conf.set(address, "127.0.0.1:" + FreePorts.find());
        }
        return conf;
    }
}
