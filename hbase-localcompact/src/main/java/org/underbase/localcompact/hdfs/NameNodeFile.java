package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;

/**
 * NameNode calls for one file under construction. They use the client's proxy, which retries them on the other NameNode after
 * a failover. Executing a call twice is harmless:
 *
 * <ul>
 *   <li>{@code create} and {@code updatePipeline} are not idempotent; the NameNode's retry cache returns the response of the
 *       first call;
 *   <li>a repeated {@code addBlock} with the same {@code previous} returns the block of the first call, as long as it has no
 *       bytes;
 *   <li>a repeated {@code complete} with the same last block and file id returns true;
 *   <li>a repeated {@code updateBlockForPipeline} allocates another generation stamp;
 *   <li>a repeated {@code reportBadBlocks}, {@code delete} or {@code abandonBlock} has no effect.
 * </ul>
 *
 * <p>Exceptions of the NameNode are unwrapped to their types. Thread-safe.
 */
final class NameNodeFile {
    private final ClientProtocol nameNode;
    private final String path;
    private final String clientName;
    private final long id;

    private NameNodeFile(ClientProtocol nameNode, String path, String clientName, long id) {
        this.nameNode = nameNode;
        this.path = path;
        this.clientName = clientName;
        this.id = id;
    }

    static NameNodeFile create(
            ClientProtocol nameNode,
            String path,
            String clientName,
            FsPermission permission,
            short replication,
            long blockSize)
            throws IOException {
        HdfsFileStatus status = call(() -> nameNode.create(
                path,
                permission,
                clientName,
                new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                true,
                replication,
                blockSize,
                CryptoProtocolVersion.supported(),
                null,
                null));
        NameNodeFile file = new NameNodeFile(nameNode, path, clientName, status.getFileId());
        if (status.getFileEncryptionInfo() != null || status.getErasureCodingPolicy() != null) {
            file.delete();
            throw new UnsupportedFileException(
                    "unsupported file " + path + ": it is erasure-coded or in an encryption zone");
        }
        return file;
    }

    LocatedBlock addBlock(ExtendedBlock previous, List<DatanodeInfo> excluded, List<String> favored)
            throws IOException {
        return call(() -> nameNode.addBlock(
                path,
                clientName,
                previous,
                excluded.toArray(new DatanodeInfo[0]),
                id,
                favored.toArray(new String[0]),
                EnumSet.noneOf(AddBlockFlag.class)));
    }

    void abandonBlock(ExtendedBlock block) throws IOException {
        call(() -> {
            nameNode.abandonBlock(block, id, path, clientName);
            return null;
        });
    }

    /** Gets a new generation stamp and token. */
    LocatedBlock updateBlockForPipeline(ExtendedBlock block) throws IOException {
        return call(() -> nameNode.updateBlockForPipeline(block, clientName));
    }

    void updatePipeline(ExtendedBlock old, LocatedBlock block) throws IOException {
        call(() -> {
            DatanodeID[] nodes = block.getLocations();
            nameNode.updatePipeline(clientName, old, block.getBlock(), nodes, block.getStorageIDs());
            return null;
        });
    }

    /**
     * Reports replicas with an old generation stamp as corrupt. Otherwise the NameNode would detect a finalized stale replica
     * only in the DataNode's next full report. Until then, the replica would block a copy to that node.
     */
    void reportStale(LocatedBlock replicas) throws IOException {
        call(() -> {
            nameNode.reportBadBlocks(new LocatedBlock[] {replicas});
            return null;
        });
    }

    boolean complete(ExtendedBlock last) throws IOException {
        return call(() -> nameNode.complete(path, clientName, last, id));
    }

    LocatedBlocks locations() throws IOException {
        return call(() -> nameNode.getBlockLocations(path, 0, Long.MAX_VALUE));
    }

    void renewLease() throws IOException {
        call(() -> {
            nameNode.renewLease(clientName, null);
            return null;
        });
    }

    /** Deletes the file, unless another file has replaced it at its path. */
    void delete() throws IOException {
        call(() -> {
            HdfsFileStatus status = nameNode.getFileInfo(path);
            return status != null && status.getFileId() == id && nameNode.delete(path, false);
        });
    }

    private interface Call<T> {
        T call() throws IOException;
    }

    private static <T> T call(Call<T> call) throws IOException {
        try {
            return call.call();
        } catch (RemoteException e) {
            throw e.unwrapRemoteException();
        }
    }
}
