package org.underbase.localcompact.rpc;

import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;

/** Query of the state of local compaction on RegionServers. */
public final class RemoteStatus {
    private RemoteStatus() {}

    /**
     * Queries one server.
     *
     * @param connection connection to the cluster, which the caller closes
     * @param server server to query
     * @return its state
     * @throws org.apache.hadoop.hbase.exceptions.UnknownProtocolException if the server lacks the service
     * @throws IOException if it cannot be reached, or the user is no HBase superuser
     */
    public static StatusProto of(Connection connection, ServerName server) throws IOException {
        return StatusProto.parseFrom(new Endpoint(connection, server).call(Envelope.STATUS, new byte[0]));
    }
}
