package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.RetryCache;
import org.apache.hadoop.ipc.RetryCache.CacheEntry;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ExplainResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ForgetRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ForgetResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/**
 * Server of TierProtocol on the NameNode's RPC ports. Changes use the NameNode's retry cache, so that a call that is
 * repeated after a lost response or a failover takes effect once.
 */
public final class TierService implements TierProtocolPB {
    private static final Logger LOG = LoggerFactory.getLogger(TierService.class);
    private static final int PATH_MAX = 8000;
    private static final int WORD_MAX = 1000;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierOperations operations;
    private final QuotaOperations quotas;
    private final FileReports files;
    private final ReplicaReports replicas;
    private final TierReports reports;
    private final TierMonitor monitor;

    public TierService(FSNamesystem namesystem, TierTopology topology, TierMonitor monitor, TierReports reports) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.operations = new TierOperations(namesystem, topology);
        this.quotas = new QuotaOperations(namesystem, topology);
        this.files = new FileReports(namesystem, topology, monitor);
        this.replicas = new ReplicaReports(namesystem, topology.registry());
        this.reports = reports;
        this.monitor = monitor;
    }

    /** One call. Its IOExceptions reach the client unchanged, unexpected exceptions as one line. */
    @FunctionalInterface
    interface Call<T> {
        T answer() throws IOException;
    }

    static <T> T answer(Call<T> call) throws ServiceException {
        try {
            return call.answer();
        } catch (IOException e) {
            throw new ServiceException(e);
        } catch (RuntimeException e) {
            LOG.warn("tiers: a call failed", e);
            throw new ServiceException(new IOException("tiers: " + e, e));
        }
    }

    @Override
    public TiersResponseProto tiers(RpcController controller, TiersRequestProto request) throws ServiceException {
        return answer(() -> {
            boolean superuser = TierNamesystem.calledBySuperuser(namesystem);
            TiersResponseProto response = reports.tiers(superuser);
            return superuser ? quotas.addAll(response) : response;
        });
    }

    @Override
    public DatanodeTiersResponseProto datanodeTiers(RpcController controller, DatanodeTiersRequestProto request)
            throws ServiceException {
        return answer(() -> {
            requireSuperuser("the list of DataNodes");
            return reports.datanodeTiers();
        });
    }

    @Override
    public FileResponseProto file(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.READ);
            return files.file(path(request.getPath()));
        });
    }

    @Override
    public ReplicasResponseProto replicas(RpcController controller, ReplicasRequestProto request)
            throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.READ);
            return replicas.from(path(request.getPath()), request.getOffset());
        });
    }

    @Override
    public ExplainResponseProto explain(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.READ);
            return ExplainResponseProto.newBuilder()
                    .addAllLines(files.explain(path(request.getPath())))
                    .build();
        });
    }

    @Override
    public StatusResponseProto status(RpcController controller, StatusRequestProto request) throws ServiceException {
        return answer(reports::status);
    }

    @Override
    public ForgetResponseProto forget(RpcController controller, ForgetRequestProto request) throws ServiceException {
        return answer(() -> {
            requireSuperuser("the removal of a DataNode's tier");
            return ForgetResponseProto.newBuilder()
                    .setForgotten(reports.forget(request.getAddress()))
                    .build();
        });
    }

    @Override
    public QuotasResponseProto quotas(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.READ);
            return quotas.of(path(request.getPath()));
        });
    }

    @Override
    public QuotasResponseProto setQuota(RpcController controller, SetQuotaRequestProto request)
            throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.WRITE);
            String path = path(request.getPath());
            requireTiers();
            CacheEntry entry =
                    RetryCache.waitForCompletion(namesystem.getRetryCache(), Server.getClientId(), Server.getCallId());
            if (entry == null || !entry.isSuccess()) {
                boolean done = false;
                try {
                    quotas.set(request, entry != null);
                    done = true;
                } finally {
                    RetryCache.setState(entry, done);
                }
                // Replicas that a smaller quota withheld may fit.
                look(path);
            }
            return quotas.of(path);
        });
    }

    private void requireTiers() throws TierException {
        require(!topology.registry().tiers().isEmpty(), "the cluster has no tiers: set dfs.tier.names");
    }

    private void requireSuperuser(String what) throws IOException {
        if (!TierNamesystem.calledBySuperuser(namesystem)) {
            throw new AccessControlException(what + " requires superuser privilege, not " + Server.getRemoteUser());
        }
    }

    @Override
    public ChangeResponseProto createFileTier(RpcController controller, ChangeTierRequestProto request)
            throws ServiceException {
        return change(
                request.getPath(),
                request.getDryRun(),
                mode -> operations.create(request.getPath(), word(request.getTier()), mode));
    }

    @Override
    public ChangeResponseProto deleteFileTier(RpcController controller, ChangeTierRequestProto request)
            throws ServiceException {
        return change(
                request.getPath(),
                request.getDryRun(),
                mode -> operations.delete(request.getPath(), word(request.getTier()), mode));
    }

    @Override
    public ChangeResponseProto changeReplicas(RpcController controller, ChangeReplicasRequestProto request)
            throws ServiceException {
        return change(
                request.getPath(),
                request.getDryRun(),
                mode -> operations.changeReplicas(
                        request.getPath(), word(request.getTier()), request.getDifference(), mode));
    }

    @Override
    public ChangeResponseProto moveTier(RpcController controller, MoveTierRequestProto request)
            throws ServiceException {
        return change(
                request.getPath(),
                request.getDryRun(),
                mode -> operations.move(
                        request.getPath(),
                        word(request.getFrom()),
                        word(request.getTo()),
                        request.getReplicas(),
                        mode));
    }

    @Override
    public ChangeResponseProto setPolicy(RpcController controller, SetPolicyRequestProto request)
            throws ServiceException {
        return change(request.getPath(), request.getDryRun(), mode -> {
            int replicas = request.getReplicas();
            require(replicas >= 0 && replicas <= Short.MAX_VALUE, "the number of replicas is 0 to 32767");
            return operations.setPolicy(request.getPath(), word(request.getPolicy()), replicas, mode);
        });
    }

    /** Change with a mode. */
    @FunctionalInterface
    private interface Change {
        ChangeResponseProto make(TierOperations.Mode mode) throws IOException;
    }

    private ChangeResponseProto change(String path, boolean dryRun, Change change) throws ServiceException {
        return answer(() -> {
            namesystem.checkOperation(OperationCategory.WRITE);
            path(path);
            requireTiers();
            if (dryRun) {
                return change.make(new TierOperations.Mode(true, false));
            }
            return once(path, change);
        });
    }

    private ChangeResponseProto once(String path, Change change) throws IOException {
        // Without a payload: entries from the edit log of another NameNode have none, and the cache must not mix both.
        CacheEntry entry =
                RetryCache.waitForCompletion(namesystem.getRetryCache(), Server.getClientId(), Server.getCallId());
        if (entry != null && entry.isSuccess()) {
            return repeated(path);
        }
        ChangeResponseProto response = null;
        try {
            response = change.make(new TierOperations.Mode(false, entry != null));
            look(path);
            return response;
        } finally {
            RetryCache.setState(entry, response != null);
        }
    }

    /** Returns the response to a repeated call, possibly first made on another NameNode: the current state. */
    private ChangeResponseProto repeated(String path) throws IOException {
        FileResponseProto file = files.file(path);
        ChangeResponseProto.Builder response = ChangeResponseProto.newBuilder()
                .setChanged(true)
                .setBlocks(file.getBlocks())
                .setBytesToCopy(file.getBytesToCopy());
        if (file.hasWanted()) {
            response.setWanted(file.getWanted());
        }
        return response.build();
    }

    private void look(String path) throws IOException {
        namesystem.readLock();
        try {
            var inode = namesystem.getFSDirectory().unprotectedResolvePath(path).getLastINode();
            if (inode != null) {
                monitor.look(inode.getId(), inode.isDirectory());
            }
        } finally {
            namesystem.readUnlock("tierLook");
        }
    }

    private static String path(String path) throws TierException {
        require(
                path.startsWith("/") && path.length() <= PATH_MAX,
                "a path must be absolute and no longer than " + PATH_MAX + " characters");
        return path;
    }

    private static String word(String word) throws TierException {
        require(word.length() <= WORD_MAX, "a tier or policy must not be longer than " + WORD_MAX + " characters");
        return word;
    }

    static void require(boolean condition, String message) throws TierException {
        if (!condition) {
            throw new TierException(message);
        }
    }
}
