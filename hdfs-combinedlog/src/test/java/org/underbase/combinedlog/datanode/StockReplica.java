package org.underbase.combinedlog.datanode;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/** Stock replica without a volume. */
final class StockReplica extends LocalReplicaInPipeline {
    static final String STORAGE = "DS-1";

    private final Path data;
    private final Path meta;
    private long acknowledged;

    StockReplica(Path directory) {
        super(1, 1, null, directory.toFile(), 0);
        this.data = directory.resolve("blk_1");
        this.meta = directory.resolve("blk_1_1.meta");
    }

    @Override
    public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requested) throws IOException {
        return new ReplicaOutputStreams(
                new FileOutputStream(data.toFile(), !isCreate),
                new FileOutputStream(meta.toFile(), !isCreate),
                requested,
                null,
                getFileIoProvider());
    }

    @Override
    public String getStorageUuid() {
        return STORAGE;
    }

    @Override
    public long getBytesAcked() {
        return acknowledged;
    }

    @Override
    public void setBytesAcked(long bytes) {
        acknowledged = bytes;
    }
}
