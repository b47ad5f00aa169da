package org.underbase.tier.namenode.registry;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.net.Node;
import org.underbase.tier.conf.TierKeys;

/** Property that identifies the node of a DataNode; the only place that decides whether two DataNodes share a node. */
public enum NodeIdentity {
    /** Host name: all DataNodes of a host are one node, regardless of their ports. */
    HOSTNAME,
    /** IP address and port, which identify a DataNode in HDFS: each DataNode is a separate node. */
    ADDRESS;

    /**
     * Reads the configured identity.
     *
     * @throws org.underbase.operator.config.InvalidSettingException if the value is neither hostname nor address
     */
    public static NodeIdentity of(Configuration conf) {
        return valueOf(TierKeys.NODE_IDENTITY
                .choice(conf, List.of("hostname", "address"))
                .toUpperCase(Locale.ROOT));
    }

    /** Returns the name of the node on which a DataNode runs. */
    public String of(DatanodeID datanode) {
        return this == HOSTNAME ? datanode.getHostName() : datanode.getXferAddr();
    }

    /** Returns the name of a client's node: that of a DataNode on the client's host, if one exists. */
    public String of(Node client) {
        return client instanceof DatanodeID datanode ? of(datanode) : client.getName();
    }

    /** Whether a client and a DataNode are on the same node. */
    public boolean same(Node client, DatanodeID datanode) {
        String node = of(client);
        return node.equals(of(datanode)) || (this == HOSTNAME && node.equals(datanode.getIpAddr()));
    }
}
