package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.junit.ClusterExtension;

/** Node with two DataNodes on disks of different speed. */
@Tag("cluster")
class TieredNodeTest {
    private static final int BYTES = 16 << 20;
    private static final DiskModel SLOW = DiskModel.HDD.bandwidth(8_000_000);

    @RegisterExtension
    static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder()
                    .disk(Disk.slow("slow", SLOW))
                    .disk(Disk.slow("fast", DiskModel.UNLIMITED))
                    .dataNode("n1", dn -> dn.on("slow"))
                    .dataNode("n1", dn -> dn.on("fast", StorageType.SSD))
                    .set("dfs.replication", "1")
                    .set("dfs.datanode.synconclose", "true"))
            .orSkip();

    @Test
    void fileIsWrittenAtTheSpeedOfItsDisk(TestCluster cluster) throws IOException {
        Node node = cluster.node("n1");
        Duration slow = write(cluster, "/slow", "HOT", node.disk("slow"), node.disk("fast"));
        write(cluster, "/fast", "ALL_SSD", node.disk("fast"), node.disk("slow"));
        // 16 MiB at 8 MB/s: 2.1 s. The time on the fast disk depends on the machine's load.
        assertThat(slow).isGreaterThan(Duration.ofSeconds(2));
    }

    private static Duration write(TestCluster cluster, String name, String policy, NodeDisk used, NodeDisk idle)
            throws IOException {
        DiskBytes usedBefore = used.bytes();
        DiskBytes idleBefore = idle.bytes();
        try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(cluster.clientConfiguration())) {
            Path directory = new Path(name);
            fs.mkdirs(directory);
            fs.setStoragePolicy(directory, policy);
            long start = System.nanoTime();
            HdfsFiles.write(fs, new Path(directory, "file"), new byte[BYTES]);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(used.bytes().minus(usedBefore).written()).isGreaterThanOrEqualTo(BYTES);
            assertThat(idle.bytes().minus(idleBefore).written()).isLessThan(BYTES / 4);
            return took;
        }
    }
}
