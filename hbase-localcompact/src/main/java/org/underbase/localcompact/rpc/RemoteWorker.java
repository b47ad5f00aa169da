package org.underbase.localcompact.rpc;

import com.google.protobuf.Message;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.ipc.RemoteException;
import org.underbase.localcompact.proto.LocalCompactProtos.StartRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Worker on another RegionServer, called over HBase's coprocessor RPC. */
public final class RemoteWorker implements Worker {
    private final Connection connection;
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
        this.connection = connection;
        this.server = server;
        this.onMissingService = onMissingService;
    }

    @Override
    public StartResponseProto start(TicketProto ticket) throws IOException {
        byte[] request =
                StartRequestProto.newBuilder().setTicket(ticket).build().toByteArray();
        try {
            return StartResponseProto.parseFrom(call(Envelope.START, request));
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
        return StateProto.parseFrom(call(Envelope.STEP, request.toByteArray()));
    }

    private byte[] call(String method, byte[] request) throws IOException {
        ServerRpcController controller = new ServerRpcController();
        try (Admin admin = connection.getAdmin()) {
            Message response = admin.coprocessorService(server)
                    .callBlockingMethod(Envelope.method(method), controller, Envelope.wrap(request), Envelope.empty());
            if (controller.failedOnException()) {
                throw controller.getFailedOn();
            }
            return Envelope.unwrap(response);
        } catch (ServiceException e) {
            throw unwrap(e);
        }
    }

    /** Finds the server's exception or the connection failure; the outermost exception contains only the method name. */
    private IOException unwrap(ServiceException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof RemoteException remote) {
                return remote.unwrapRemoteException();
            }
        }
        IOException cause = ProtobufUtil.handleRemoteException(failure);
        return cause instanceof DoNotRetryIOException || failure.getCause() == null
                ? cause
                : new IOException(
                        server.getServerName() + ": " + failure.getCause().getMessage(), cause);
    }

    @Override
    public String toString() {
        return server.getServerName();
    }
}
