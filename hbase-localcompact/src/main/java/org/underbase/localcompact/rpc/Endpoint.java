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
import org.apache.hadoop.ipc.RemoteException;

/** Client of the merge service of one server. */
record Endpoint(Connection connection, ServerName server) {
    /** Calls a method of {@link Envelope}. */
    byte[] call(String method, byte[] request) throws IOException {
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
}
