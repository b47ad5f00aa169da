package org.underbase.localcompact.rpc;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.underbase.localcompact.proto.LocalCompactProtos.StartRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Worker on another RegionServer, called over HBase's coprocessor RPC. */
public final class RemoteWorker implements Worker {
    private final Endpoint endpoint;
    private final ServerName server;
    private final Consumer<ServerName> onMissingService;

    /**
     * Creates a worker for one server.
     *
     * @param connection connection to the cluster, which the caller closes
     * @param server server that runs the merges
     */
    public RemoteWorker(Connection connection, ServerName server) {
        this(connection, server, none -> {});
    }

    /** {@code onMissingService} is called when the server does not offer the merge service. */
    RemoteWorker(Connection connection, ServerName server, Consumer<ServerName> onMissingService) {
        this.endpoint = new Endpoint(connection, server);
        this.server = server;
        this.onMissingService = onMissingService;
    }

    @Override
    public StartResponseProto start(TicketProto ticket) throws IOException {
        byte[] request =
                StartRequestProto.newBuilder().setTicket(ticket).build().toByteArray();
        try {
            return StartResponseProto.parseFrom(endpoint.call(Envelope.START, request));
        } catch (UnknownProtocolException e) {
            onMissingService.accept(server);
            return StartResponseProto.newBuilder()
                    .setRejection("no merge service: add LocalCompactService to its"
                            + " hbase.coprocessor.regionserver.classes")
                    .build();
        }
    }

    @Override
    public StateProto step(StepRequestProto request) throws IOException {
        return StateProto.parseFrom(
                endpoint.call(Envelope.STEP, bounded(request).toByteArray()));
    }

    /** Bounds the wait of the server: its response has to arrive before the timeout of the call. */
    private StepRequestProto bounded(StepRequestProto request) {
        int timeout = endpoint.connection()
                .getConfiguration()
                .getInt(HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT);
        return timeout > 0 && request.getWaitMillis() > timeout / 2
                ? request.toBuilder().setWaitMillis(timeout / 2).build()
                : request;
    }

    @Override
    public String toString() {
        return server.getServerName();
    }
}
