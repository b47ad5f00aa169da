package org.underbase.tier.namenode.registry;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.net.Node;
import org.underbase.tier.conf.TierKeys;

/** What two DataNodes share when they run on one node. Everything that asks whether two are on one node asks here. */
public enum NodeIdentity {
    /** The host's name: the DataNodes of one host, whatever their ports, are one node. */
    HOSTNAME,
    /** IP address and port, by which HDFS tells DataNodes apart: each DataNode is a node of its own. */
    ADDRESS;

    /** @throws IllegalArgumentException when the key holds another word */
    public static NodeIdentity of(Configuration conf) {
        String text = TierKeys.NODE_IDENTITY.text(conf);
        for (NodeIdentity identity : values()) {
            if (identity.name().toLowerCase(Locale.ROOT).equals(text)) {
                return identity;
            }
        }
        throw TierKeys.NODE_IDENTITY.wrong(text, "hostname or address");
    }

    /** The name of the node a DataNode runs on. */
    public String of(DatanodeID datanode) {
        return this == HOSTNAME ? datanode.getHostName() : datanode.getXferAddr();
    }

    /** The name of the node a client is on, which is a DataNode of its host where one runs there. */
    public String of(Node client) {
        return client instanceof DatanodeID datanode ? of(datanode) : client.getName();
    }

    /** Whether a client's own node holds a DataNode. */
    public boolean same(Node client, DatanodeID datanode) {
        String node = of(client);
        return node.equals(of(datanode)) || (this == HOSTNAME && node.equals(datanode.getIpAddr()));
    }
}
