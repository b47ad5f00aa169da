package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of a second client that creates the same path after the soft limit of the lease. */
@Tag("cluster")
final class LeaseTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");
    private static final Duration SHORT = Duration.ofSeconds(2);
    /** Soft limit of a lease that is renewed: a pause of this JVM must be shorter. */
    private static final Duration LONG = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;

    private void start(Duration softLimit) throws IOException {
        cluster = ReplicaCluster.start(ReplicaCluster.configuration(), directory, 3)
                .active();
        cluster.mini().setLeasePeriod(softLimit.toMillis(), Duration.ofHours(1).toMillis());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void renewedLeaseIsHeldPastSoftLimit() throws IOException {
        start(LONG);
        byte[] bytes = ReplicaCluster.bytes(101, BLOCK);
        try (ReplicatedFile file = create(LONG.dividedBy(20))) {
            long start = System.nanoTime();
            await().atMost(ReplicaCluster.LIMIT).until(() -> {
                assertThatThrownBy(this::createAsOtherClient).isInstanceOf(AlreadyBeingCreatedException.class);
                return System.nanoTime() - start > LONG.plus(SHORT).toNanos();
            });
            BlockWriters.write(cluster.fs(), file, bytes, BLOCK, 102);
            file.complete(ReplicaCluster.LIMIT);
        }
        assertThat(ReplicaCluster.read(cluster.fs(), PATH)).isEqualTo(bytes);
    }

    @Test
    void leaseIsLostWithoutRenewal() throws IOException {
        start(SHORT);
        try (ReplicatedFile file = create(Duration.ofHours(1))) {
            await().atMost(ReplicaCluster.LIMIT).untilAsserted(() -> assertThatThrownBy(this::createAsOtherClient)
                    .isInstanceOf(FileAlreadyExistsException.class));
            assertThatThrownBy(file::nextBlock).isInstanceOf(LeaseExpiredException.class);
        }
    }

    private ReplicatedFile create(Duration renewal) throws IOException {
        return ReplicatedFile.create(
                cluster.fs(), PATH, FsPermission.getFileDefault(), (short) 3, BLOCK, cluster.addresses(), renewal);
    }

    /** Calls the NameNode directly: a client would retry for minutes. */
    private void createAsOtherClient() throws IOException {
        cluster.mini()
                .getNameNodeRpc()
                .create(
                        PATH.toUri().getPath(),
                        FsPermission.getFileDefault(),
                        "another",
                        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                        true,
                        (short) 3,
                        BLOCK,
                        CryptoProtocolVersion.supported(),
                        null,
                        null);
    }
}
