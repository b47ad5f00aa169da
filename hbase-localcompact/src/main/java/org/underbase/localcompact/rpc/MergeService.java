package org.underbase.localcompact.rpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.coprocessor.CoprocessorException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.underbase.localcompact.proto.LocalCompactProtos.StartRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.worker.Merges;

/**
 * Coprocessor service that runs merges for RegionServers and returns the state of its server: it requires that the caller is an HBase superuser. The user
 * that runs the servers always is one. Thread-safe.
 */
public final class MergeService implements Service {
    private final Supplier<Merges> started;
    private final Supplier<StatusProto> status;
    private final BoundedWaits waits = new BoundedWaits();

    /**
     * Creates the service. HBase queries a coprocessor for its services before it starts the coprocessor.
     *
     * @param started supplier of the merges; supplies null until the coprocessor has started
     * @param status supplier of the server's state, after the start
     */
    public MergeService(Supplier<Merges> started, Supplier<StatusProto> status) {
        this.started = started;
        this.status = status;
    }

    @Override
    public ServiceDescriptor getDescriptorForType() {
        return Envelope.SERVICE;
    }

    @Override
    public void callMethod(
            MethodDescriptor method, RpcController controller, Message request, RpcCallback<Message> done) {
        try {
            checkCaller();
            done.run(Envelope.wrap(answer(method.getName(), Envelope.unwrap(request))));
        } catch (IOException e) {
            CoprocessorRpcUtils.setControllerException(controller, e);
            done.run(null);
        }
    }

    private static void checkCaller() throws IOException {
        Optional<User> caller = RpcServer.getRequestUser();
        if (caller.isEmpty() || !Superusers.isSuperUser(caller.get())) {
            throw new AccessDeniedException("merge and status requests require an HBase superuser, not "
                    + caller.map(User::getShortName).orElse("an anonymous caller"));
        }
    }

    private static String callersAddress() {
        return RpcServer.getRemoteAddress().map(InetAddress::getHostAddress).orElse("of an unknown address");
    }

    private byte[] answer(String method, byte[] request) throws IOException {
        Merges merges = started.get();
        if (merges == null) {
            throw new ServerNotRunningYetException("local compaction has not started yet");
        }
        switch (method) {
            case Envelope.START -> {
                return merges.startForeign(StartRequestProto.parseFrom(request).getTicket(), callersAddress())
                        .toByteArray();
            }
            case Envelope.STEP -> {
                return waits.step(merges, StepRequestProto.parseFrom(request)).toByteArray();
            }
            case Envelope.STATUS -> {
                return status.get().toByteArray();
            }
            default -> throw new CoprocessorException("unknown method " + method);
        }
    }

    @Override
    public Message getRequestPrototype(MethodDescriptor method) {
        return Envelope.empty();
    }

    @Override
    public Message getResponsePrototype(MethodDescriptor method) {
        return Envelope.empty();
    }
}
