package org.underbase.localcompact.rpc;

import com.google.protobuf.Message;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.underbase.localcompact.proto.LocalCompactProtos.StartRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Merges on another RegionServer. */
public final class RemoteWorker implements Worker {
    private final Connection connection;
    private final ServerName server;

    /**
     * For one server.
     *
     * @param connection of the cluster; left open
     * @param server where the merges run
     */
    public RemoteWorker(Connection connection, ServerName server) {
        this.connection = connection;
        this.server = server;
    }

    @Override
    public String start(TicketProto ticket) throws IOException {
        byte[] request =
                StartRequestProto.newBuilder().setTicket(ticket).build().toByteArray();
        return StartResponseProto.parseFrom(call(Envelope.START, request)).getRefusal();
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
            IOException cause = ProtobufUtil.handleRemoteException(e);
            // The outermost one names the method, and nothing else.
            throw cause instanceof DoNotRetryIOException || e.getCause() == null
                    ? cause
                    : new IOException(
                            server.getServerName() + ": " + e.getCause().getMessage(), cause);
        }
    }

    @Override
    public String toString() {
        return server.getServerName();
    }
}
