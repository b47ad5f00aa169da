package org.underbase.replay.destination;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem.HdfsDataOutputStreamBuilder;

/** Creation of files on the target. Thread-safe. */
public final class NewFiles {
    private static final int BUFFER = 64 * 1024;

    private final FileSystem fs;
    private final Policies policies;

    public NewFiles(FileSystem fs, Policies policies) {
        this.fs = fs;
        this.policies = policies;
    }

    /** Creates a file. Policies that the target lacks are ignored. */
    public FSDataOutputStream create(Path path, Layout layout) throws IOException {
        String ecPolicy = policies.available(layout.ecPolicy());
        String storagePolicy = policies.available(layout.storagePolicy());
        short replication = layout.replication() > 0 ? (short) layout.replication() : fs.getDefaultReplication(path);
        long blockSize = layout.blockSize() > 0 ? layout.blockSize() : fs.getDefaultBlockSize(path);
        if (!(ecPolicy + storagePolicy).isEmpty() && fs instanceof DistributedFileSystem hdfs) {
            HdfsDataOutputStreamBuilder builder = flags(hdfs.createFile(path), layout.flags())
                    .permission(layout.permission())
                    .replication(replication)
                    .blockSize(blockSize)
                    .bufferSize(BUFFER);
            if (layout.parents()) {
                builder.recursive();
            }
            if (!ecPolicy.isEmpty()) {
                builder.ecPolicyName(ecPolicy);
            }
            if (!storagePolicy.isEmpty()) {
                builder.storagePolicyName(storagePolicy);
            }
            return builder.build();
        }
        return layout.parents()
                ? fs.create(path, layout.permission(), layout.flags(), BUFFER, replication, blockSize, null)
                : fs.createNonRecursive(
                        path, layout.permission(), layout.flags(), BUFFER, replication, blockSize, null);
    }

    private static HdfsDataOutputStreamBuilder flags(HdfsDataOutputStreamBuilder builder, EnumSet<CreateFlag> flags) {
        builder.overwrite(flags.contains(CreateFlag.OVERWRITE));
        for (CreateFlag flag : flags) {
            switch (flag) {
                case SYNC_BLOCK -> builder.syncBlock();
                case LAZY_PERSIST -> builder.lazyPersist();
                case NO_LOCAL_WRITE -> builder.noLocalWrite();
                case NO_LOCAL_RACK -> builder.noLocalRack();
                case IGNORE_CLIENT_LOCALITY -> builder.ignoreClientLocality();
                default -> {}
            }
        }
        return builder;
    }
}
