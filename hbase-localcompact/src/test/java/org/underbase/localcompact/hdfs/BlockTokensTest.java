package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of compactions that are longer than the lifetime of block tokens and of their keys, by default ten hours each. The
 * NameNode issues a token with each block and each new generation stamp. Servers use no delegation tokens.
 */
@Tag("cluster")
class BlockTokensTest {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/dir/file");
    private static final int BLOCKS = 5;
    private static final int COUNT = 1000;

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;
    private List<String> nodes;
    private BlockTokenSecretManager tokens;

    @BeforeEach
    void start() throws IOException {
        cluster = ReplicaCluster.start(ReplicaCluster.configuration(), directory, 3)
                .active();
        nodes = cluster.addresses();
        tokens = cluster.mini().getNamesystem().getBlockManager().getBlockTokenSecretManager();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** Starts a new key and awaits it on all DataNodes, which receive it with a heartbeat. */
    private void rollKeys() throws IOException {
        int before = tokens.getCurrentKey().getKeyId();
        assertThat(tokens.updateKeys(Long.MAX_VALUE)).isTrue();
        int key = tokens.getCurrentKey().getKeyId();
        assertThat(key).isNotEqualTo(before);
        cluster.mini()
                .getNamesystem()
                .getBlockManager()
                .getDatanodeManager()
                .getDatanodeListForReport(DatanodeReportType.LIVE)
                .forEach(node -> node.setNeedKeyUpdate(true));
        String pool = cluster.mini().getNamesystem().getBlockPoolId();
        for (var node : cluster.mini().getDataNodes()) {
            await().atMost(ReplicaCluster.LIMIT)
                    .until(() -> node.getBlockPoolTokenSecretManager().get(pool).hasKey(key));
        }
    }

    @Test
    void eachBlockHasTokenOfCurrentKey() throws IOException {
        byte[] bytes = ReplicaCluster.bytes(31, BLOCKS * COUNT);
        try (ReplicatedFile file = cluster.create(FILE, nodes)) {
            for (int block = 0; block < BLOCKS; block++) {
                LocatedBlock located = file.nextBlock();
                assertThat(located.getBlockToken().decodeIdentifier().getKeyId())
                        .isEqualTo(tokens.getCurrentKey().getKeyId());
                // The token was issued under the previous key.
                rollKeys();
                try (BlockWriters writers = BlockWriters.open(cluster.fs(), file, located)) {
                    writers.write(bytes, block * COUNT, COUNT, block);
                    writers.complete();
                    file.endBlock(COUNT);
                }
            }
            file.complete(ReplicaCluster.LIMIT);
        }
        cluster.assertReplicas(cluster.fs(), FILE, bytes, nodes);
    }

    /** A writer needs its token only when it opens the replica, and each new generation stamp has a new token. */
    @Test
    void expiredTokenIsRejectedAndRecoveryHasNewOne() throws Exception {
        byte[] bytes = ReplicaCluster.bytes(32, COUNT);
        try (ReplicatedFile file = cluster.create(FILE, nodes)) {
            LocatedBlock located = file.nextBlock();
            try (BlockWriters writers = BlockWriters.open(cluster.fs(), file, located)) {
                located.setBlockToken(expired(located));
                assertThatThrownBy(() -> ReplicaWriter.open(
                                cluster.fs().getClient(),
                                located,
                                nodes.get(0),
                                file.clientName(),
                                CachingStrategy.newDefaultStrategy(),
                                false))
                        .hasCauseInstanceOf(InvalidBlockTokenException.class);
                writers.write(bytes, 0, COUNT, 33);
                writers.awaitAcknowledged();
                writers.recover(COUNT);
                file.endBlock(COUNT);
            }
            file.complete(ReplicaCluster.LIMIT);
        }
        cluster.assertReplicas(cluster.fs(), FILE, bytes, nodes);
    }

    private Token<BlockTokenIdentifier> expired(LocatedBlock located) throws IOException {
        tokens.setTokenLifetime(1);
        Token<BlockTokenIdentifier> token = tokens.generateToken(
                located.getBlock(),
                EnumSet.of(BlockTokenIdentifier.AccessMode.WRITE),
                located.getStorageTypes(),
                located.getStorageIDs());
        tokens.setTokenLifetime(ReplicaCluster.LIMIT.toMillis());
        await().atMost(ReplicaCluster.LIMIT).until(() -> SecurityTestUtil.isBlockTokenExpired(token));
        return token;
    }
}
