package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplicaStatus;
import org.underbase.combinedlog.protocol.JournalProtocolPB;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.ChangeSettingsRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.ChangeSettingsResponseProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.CheckpointRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.CheckpointResponseProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.MetricProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.SettingProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StatusRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StatusResponseProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StorageModeProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StreamProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StreamsRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StreamsResponseProto;

/** Server of {@link JournalProtocolPB}. Every call requires a superuser. Thread-safe. */
final class JournalService implements JournalProtocolPB {
    private static final Logger LOG = LoggerFactory.getLogger(JournalService.class);
    /** Limit of a response, which must not exceed the maximum length of Hadoop's RPC. */
    private static final int MOST_STREAMS = 100_000;

    private final JournalControl journal;
    private final SuperuserCheck access;
    /** Held during a checkpoint, so that repeated requests cannot occupy all handlers of the DataNode. */
    private final ReentrantLock checkpoint = new ReentrantLock();

    JournalService(JournalControl journal, SuperuserCheck access) {
        this.journal = journal;
        this.access = access;
    }

    private interface Call<T> {
        T answer() throws IOException;
    }

    private <T> T answer(Call<T> call) throws ServiceException {
        try {
            access.check();
            return call.answer();
        } catch (IOException e) {
            throw new ServiceException(e);
        } catch (IllegalArgumentException e) {
            throw new ServiceException(new IOException(e.getMessage(), e));
        }
    }

    @Override
    public StatusResponseProto status(RpcController controller, StatusRequestProto request) throws ServiceException {
        return answer(() -> {
            StatusResponseProto.Builder status = StatusResponseProto.newBuilder()
                    .setDirectory(journal.directory().toString())
                    .setJournalId(journal.id().toString())
                    .setActive(journal.isActive())
                    .setDurableSequence(journal.durableSequence())
                    .setLastCheckpointFailure(journal.lastCheckpointFailure());
            journal.metrics()
                    .forEach((name, value) -> status.addMetrics(
                            MetricProto.newBuilder().setName(name).setValue(value)));
            for (StorageType each : StorageType.values()) {
                status.addStorageModes(StorageModeProto.newBuilder()
                        .setStorageType(each.name())
                        .setMode(journal.storageModes().of(each).toString()));
            }
            return status.addAllSettings(settings(journal.settings())).build();
        });
    }

    private static List<SettingProto> settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(each -> SettingProto.newBuilder()
                        .setKey(each.getKey())
                        .setValue(each.getValue())
                        .build())
                .toList();
    }

    @Override
    public StreamsResponseProto streams(RpcController controller, StreamsRequestProto request) throws ServiceException {
        return answer(() -> {
            List<ReplicaStatus> all = journal.streams();
            StreamsResponseProto.Builder response =
                    StreamsResponseProto.newBuilder().setTotal(all.size());
            all.stream()
                    .limit(Math.min(MOST_STREAMS, Integer.toUnsignedLong(request.getLimit())))
                    .forEach(each -> response.addStreams(stream(each)));
            return response.build();
        });
    }

    private static StreamProto stream(ReplicaStatus replica) {
        return StreamProto.newBuilder()
                .setBlockPool(replica.key().pool())
                .setBlockId(replica.key().id())
                .setGenerationStamp(replica.generationStamp())
                .setStorage(replica.storage())
                .setSyncedBytes(replica.syncedBytes())
                .setOpen(replica.open())
                .setRecorded(replica.recorded())
                .build();
    }

    @Override
    public CheckpointResponseProto checkpoint(RpcController controller, CheckpointRequestProto request)
            throws ServiceException {
        return answer(() -> {
            if (!checkpoint.tryLock()) {
                throw new IOException("a checkpoint that was requested earlier is running; try again later");
            }
            try {
                long start = System.nanoTime();
                LOG.info("Checkpoint of the journal in {} by {}", journal.directory(), Server.getRemoteUser());
                journal.checkpoint();
                return CheckpointResponseProto.newBuilder()
                        .setMillis(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                        .build();
            } finally {
                checkpoint.unlock();
            }
        });
    }

    @Override
    public ChangeSettingsResponseProto changeSettings(RpcController controller, ChangeSettingsRequestProto request)
            throws ServiceException {
        return answer(() -> {
            Map<String, String> changes = new LinkedHashMap<>();
            request.getSettingsList().forEach(each -> changes.put(each.getKey(), each.getValue()));
            journal.change(changes);
            LOG.info(
                    "Changed settings of the journal in {} to {} by {}",
                    journal.directory(),
                    changes,
                    Server.getRemoteUser());
            return ChangeSettingsResponseProto.newBuilder()
                    .addAllSettings(settings(journal.settings()))
                    .build();
        });
    }
}
