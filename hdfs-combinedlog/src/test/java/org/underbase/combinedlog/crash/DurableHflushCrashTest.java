package org.underbase.combinedlog.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.client.PlacementCheck;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** Acknowledged bytes after the loss of the power of all DataNodes, which run in JVMs of their own. */
@Tag("cluster")
@Timeout(600)
class DurableHflushCrashTest {
    private static final int NODES = 3;
    private static final long SEED = 31;
    private static final Path DURABLE = new Path("/durable");
    private static final Path STOCK = new Path("/stock");

    /** File that is being written, with the bytes that were acknowledged. */
    private static final class Log {
        private final byte[] bytes = new byte[200_000];
        private final Path path;
        private final boolean hsync;
        private final FSDataOutputStream out;
        private final Random random;
        private int length;

        Log(FileSystem fs, Path directory, String name, boolean hsync) throws IOException {
            this.path = new Path(directory, name);
            this.hsync = hsync;
            this.random = new Random(SEED + name.hashCode());
            random.nextBytes(bytes);
            this.out = fs.create(path, (short) NODES);
        }

        void append(int times) throws IOException {
            for (int i = 0; i < times; i++) {
                int count = 1 + random.nextInt(2000);
                out.write(bytes, length, count);
                if (hsync) {
                    out.hsync();
                } else {
                    out.hflush();
                }
                length += count;
            }
        }

        void assertContent(DistributedFileSystem fs, int expected) throws IOException {
            await().atMost(Duration.ofMinutes(3)).until(() -> fs.isFileClosed(path) || fs.recoverLease(path));
            assertThat(fs.getFileStatus(path).getLen()).as("length of " + path).isEqualTo(expected);
            byte[] read = new byte[expected];
            try (FSDataInputStream in = fs.open(path)) {
                in.readFully(0, read);
            }
            assertThat(read).as(path.toString()).isEqualTo(Arrays.copyOf(bytes, expected));
        }
    }

    @Test
    void hflushedBytesSurviveOnlyBelowTheDirectoryThatOptedIn() throws Exception {
        System.out.println("seed " + SEED);
        try (TestCluster cluster = PowerLoss.cluster(NODES).start()) {
            Configuration conf = new Configuration(cluster.clientConfiguration());
            conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
            try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(conf);
                    DistributedFileSystem writer = (DistributedFileSystem) FileSystem.newInstance(conf)) {
                DirectoryModes modes = DirectoryModes.of(fs, new StorageModes(Set.of(), Set.of(StorageType.NVDIMM)));
                fs.mkdirs(DURABLE);
                fs.mkdirs(STOCK);
                modes.set(DURABLE, SyncMode.DURABLE_HFLUSH, Optional.empty());

                Log durable = new Log(writer, DURABLE, "durable", false);
                Log recovered = new Log(writer, DURABLE, "recovered", false);
                Log hflushed = new Log(writer, STOCK, "hflushed", false);
                Log hsynced = new Log(writer, STOCK, "hsynced", true);
                for (Log each : List.of(durable, recovered, hflushed, hsynced)) {
                    each.append(30);
                }
                Daemon victim = cluster.nodes().get(NODES - 1).dataNode(0);
                victim.kill();
                recovered.append(20);
                victim.start();
                cluster.awaitServing(victim);
                recovered.append(20);
                PlacementCheck check = modes.check(DURABLE);
                assertThat(check.complete()).as(check.toString()).isTrue();
                assertThat(check.openFiles()).isEqualTo(2);

                PowerLoss.kill(cluster);
                PowerLoss.loseWrittenReplicas(cluster, true);
                writer.getClient().closeAllFilesBeingWritten(true);
                for (Daemon each : cluster.daemons(Role.DATANODE)) {
                    each.start();
                }
                for (Daemon each : cluster.daemons(Role.DATANODE)) {
                    cluster.awaitServing(each);
                }

                durable.assertContent(fs, durable.length);
                recovered.assertContent(fs, recovered.length);
                hsynced.assertContent(fs, hsynced.length);
                // As in stock HDFS. This also shows that the simulated power failure loses bytes.
                hflushed.assertContent(fs, 0);
            }
        }
    }
}
