package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateResponseProto;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.underbase.tier.namenode.registry.TierPolicies;

/**
 * ClientProtocol on the NameNode's RPC ports, in place of HDFS's class with the same behavior. HDFS passes two facts of a
 * call to no extension point: the inode of the file to which a client adds a block, and the requested range of block
 * locations. Without the first, a file that is renamed while it is written would be placed by the policy of its old path.
 * Without the second, a request for locations only, such as the computation of splits, would count as a read. HDFS also does not
 * announce changes of the namespace to a plug-in; {@link NamespaceChanges} receives them.
 */
public final class ClientCalls extends ClientNamenodeProtocolServerSideTranslatorPB {
    private final ObjLongConsumer<String> reads;
    private final RaiseAccess raises;
    private final NamespaceChanges changes;
    private final QuotaChanges quotas;
    private final QuotaFailures failures;

    /**
     * Creates the protocol.
     *
     * @param namenode server of the calls
     * @param reads receiver of the path and the time, in milliseconds since 1970, of each read
     * @param raises check of the replication of files
     * @param changes receiver of changes of the namespace
     * @param quotas receiver of changes of the use of quotas
     * @param failures messages of failed writes
     */
    public ClientCalls(
            ClientProtocol namenode,
            ObjLongConsumer<String> reads,
            RaiseAccess raises,
            NamespaceChanges changes,
            QuotaChanges quotas,
            QuotaFailures failures)
            throws IOException {
        super(namenode);
        this.reads = reads;
        this.raises = raises;
        this.changes = changes;
        this.quotas = quotas;
        this.failures = failures;
    }

    @Override
    public AddBlockResponseProto addBlock(RpcController controller, AddBlockRequestProto request)
            throws ServiceException {
        // 0, which no inode has, from clients that do not send it.
        TierPolicies.adding(request.getFileId());
        try {
            return super.addBlock(controller, request);
        } catch (ServiceException e) {
            throw failures.named(request, e);
        } finally {
            TierPolicies.adding(0);
        }
    }

    @Override
    public GetBlockLocationsResponseProto getBlockLocations(
            RpcController controller, GetBlockLocationsRequestProto request) throws ServiceException {
        GetBlockLocationsResponseProto response = super.getBlockLocations(controller, request);
        if (response.hasLocations()
                && isRead(
                        request.getOffset(),
                        request.getLength(),
                        response.getLocations().getFileLength())) {
            reads.accept(request.getSrc(), System.currentTimeMillis());
        }
        return response;
    }

    @Override
    public RenameResponseProto rename(RpcController controller, RenameRequestProto request) throws ServiceException {
        Optional<NamespaceChanges.Renamed> inode = changes.beforeRename(request.getSrc());
        RenameResponseProto response = super.rename(controller, request);
        inode.ifPresent(changes::renamed);
        quotas.changed(request.getSrc());
        quotas.changed(request.getDst());
        return response;
    }

    @Override
    public Rename2ResponseProto rename2(RpcController controller, Rename2RequestProto request) throws ServiceException {
        Optional<NamespaceChanges.Renamed> inode = changes.beforeRename(request.getSrc());
        Rename2ResponseProto response = super.rename2(controller, request);
        inode.ifPresent(changes::renamed);
        quotas.changed(request.getSrc());
        quotas.changed(request.getDst());
        return response;
    }

    @Override
    public ConcatResponseProto concat(RpcController controller, ConcatRequestProto request) throws ServiceException {
        ConcatResponseProto response = super.concat(controller, request);
        changes.changed(request.getTrg());
        quotas.changed(request.getTrg());
        request.getSrcsList().forEach(quotas::changed);
        return response;
    }

    @Override
    public SetReplicationResponseProto setReplication(RpcController controller, SetReplicationRequestProto request)
            throws ServiceException {
        try {
            raises.checkReplication(request.getSrc(), (short) request.getReplication());
            changes.beforeSetReplication(request.getSrc());
        } catch (IOException e) {
            throw new ServiceException(e);
        }
        SetReplicationResponseProto response = super.setReplication(controller, request);
        if (response.getResult()) {
            changes.changed(request.getSrc());
            quotas.changed(request.getSrc());
        }
        return response;
    }

    @Override
    public DeleteResponseProto delete(RpcController controller, DeleteRequestProto request) throws ServiceException {
        DeleteResponseProto response = super.delete(controller, request);
        quotas.changed(request.getSrc());
        return response;
    }

    @Override
    public TruncateResponseProto truncate(RpcController controller, TruncateRequestProto request)
            throws ServiceException {
        TruncateResponseProto response = super.truncate(controller, request);
        quotas.changed(request.getSrc());
        return response;
    }

    @Override
    public CompleteResponseProto complete(RpcController controller, CompleteRequestProto request)
            throws ServiceException {
        CompleteResponseProto response = super.complete(controller, request);
        if (response.getResult()) {
            changes.closed(request.getFileId());
            quotas.closed(request.getFileId(), request.getSrc());
        }
        return response;
    }

    /**
     * Whether a request precedes a read. A reader requests a number of blocks ({@code dfs.client.read.prefetch.size}) from
     * its position, independent of the file's length. A request for locations ends exactly at the end of the file, or has the
     * maximum length. A file that ends exactly with a reader's range is therefore not counted.
     */
    static boolean isRead(long offset, long length, long fileLength) {
        return length <= Long.MAX_VALUE - offset && length != Long.MAX_VALUE && offset + length != fileLength;
    }
}
