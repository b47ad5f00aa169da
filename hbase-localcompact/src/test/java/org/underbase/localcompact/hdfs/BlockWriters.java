package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/** Writers of one block's replicas, one per location. */
final class BlockWriters implements AutoCloseable {
    private static final int LONGEST_PIECE = 100_000;

    private final DFSClient client;
    private final ReplicatedFile file;
    private final LocatedBlock block;
    private final Map<String, ReplicaWriter> writers = new LinkedHashMap<>();

    private BlockWriters(DFSClient client, ReplicatedFile file, LocatedBlock block) {
        this.client = client;
        this.file = file;
        this.block = block;
    }

    static BlockWriters open(DistributedFileSystem fs, ReplicatedFile file, LocatedBlock block) throws IOException {
        assertThat(ReplicaTarget.addresses(block)).containsExactlyInAnyOrderElementsOf(file.dataNodes());
        BlockWriters writers = new BlockWriters(fs.getClient(), file, block);
        for (String address : ReplicaTarget.addresses(block)) {
            writers.writers.put(
                    address,
                    ReplicaWriter.open(
                            writers.client,
                            block,
                            address,
                            file.clientName(),
                            CachingStrategy.newDefaultStrategy(),
                            false));
        }
        return writers;
    }

    /** Writes a complete file, block by block. */
    static void write(DistributedFileSystem fs, ReplicatedFile file, byte[] bytes, int blockSize, long seed)
            throws IOException {
        for (int from = 0; from < bytes.length; from += blockSize) {
            int count = Math.min(blockSize, bytes.length - from);
            try (BlockWriters writers = open(fs, file, file.nextBlock())) {
                writers.write(bytes, from, count, seed + from);
                writers.complete();
                file.endBlock(count);
            }
        }
    }

    ReplicaWriter at(String address) {
        return writers.get(address);
    }

    /** Writes all bytes to each writer, in chunks of random lengths from a separate seed. */
    void write(byte[] bytes, int from, int count, long seed) throws IOException {
        long own = seed;
        for (ReplicaWriter writer : writers.values()) {
            writePieces(writer, bytes, from, count, own++);
        }
    }

    static void writePieces(ReplicaWriter writer, byte[] bytes, int from, int count, long seed) throws IOException {
        Random random = new Random(seed);
        int written = 0;
        while (written < count) {
            int piece = Math.min(1 + random.nextInt(LONGEST_PIECE), count - written);
            writer.write(bytes, from + written, piece);
            written += piece;
        }
    }

    void awaitAcknowledged() throws IOException {
        for (ReplicaWriter writer : writers.values()) {
            writer.awaitAcknowledged();
        }
    }

    void complete() throws IOException {
        for (ReplicaWriter writer : writers.values()) {
            writer.complete();
        }
    }

    /** Drops one replica in its current state. */
    void abandon(String address) {
        writers.remove(address).close();
    }

    /** Recovers the block under a new generation stamp on the nodes of the remaining writers. */
    void recover(long length) throws IOException {
        recover(file.beginRecovery(), length);
    }

    void recover(LocatedBlock stamped, long length) throws IOException {
        for (String address : writers.keySet()) {
            ReplicaWriter.recoverClose(
                    client,
                    stamped,
                    address,
                    file.clientName(),
                    block.getBlock().getGenerationStamp(),
                    length);
        }
        file.endRecovery(writers.keySet().stream().toList());
    }

    @Override
    public void close() {
        writers.values().forEach(ReplicaWriter::close);
    }
}
