package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.disk.Disk;

/** Effect of recipes on running clusters. */
@Tag("cluster")
class DescribedClusterTest {
    @Test
    void dataNodesOfANodeHaveSeparateDisksAndSettings(@TempDir Path elsewhere) throws IOException {
        Path directory;
        try (TestCluster cluster = TestCluster.builder()
                .nodes(2)
                .disk("n1", Disk.plain("flash"))
                .disk("n1", Disk.plain("rust"))
                .dataNode("n1", dn -> dn.on("flash", StorageType.SSD).set("dfs.tier.id", "fast"))
                .dataNode("n1", dn -> dn.on("rust").set("dfs.tier.id", "disk"))
                .dataNode("n2", dn -> dn.directory(elsewhere.resolve("data")))
                .set("dfs.replication", "1")
                .set("io.file.buffer.size", "8192")
                .set(Role.DATANODE, "dfs.datanode.max.transfer.threads", "99")
                .jvmOptions(Role.DATANODE, "-Xmx200m")
                .logs(elsewhere.resolve("logs"))
                .start()) {
            directory = cluster.directory();
            Node first = cluster.node("n1");
            assertThat(first.daemons(Role.DATANODE)).hasSize(2);
            assertThat(setting(first.dataNode(0), "dfs.tier.id")).isEqualTo("fast");
            assertThat(setting(first.dataNode(1), "dfs.tier.id")).isEqualTo("disk");
            assertThat(setting(first.dataNode(1), "dfs.datanode.max.transfer.threads"))
                    .isEqualTo("99");
            assertThat(setting(cluster.nameNode(), "dfs.datanode.max.transfer.threads"))
                    .isNull();
            assertThat(setting(cluster.nameNode(), "io.file.buffer.size")).isEqualTo("8192");
            assertThat(first.disk("flash").path().resolve("datanode-0/current")).isDirectory();
            assertThat(first.disk("rust").path().resolve("datanode-1/current")).isDirectory();
            assertThat(elsewhere.resolve("data/current")).isDirectory();
            assertThat(first.dataNode(0)
                            .jmx("java.lang:type=Memory")
                            .get(0)
                            .get("HeapMemoryUsage")
                            .get("max")
                            .longValue())
                    .isLessThanOrEqualTo(200L << 20);
            try (DistributedFileSystem fs =
                    (DistributedFileSystem) FileSystem.newInstance(cluster.clientConfiguration())) {
                assertThat(fs.getConf().get("io.file.buffer.size")).isEqualTo("8192");
                List<String> hosts = new ArrayList<>();
                for (DatanodeInfo dataNode : fs.getDataNodeStats()) {
                    hosts.add(dataNode.getIpAddr());
                }
                assertThat(hosts)
                        .containsExactlyInAnyOrder(
                                first.address(),
                                first.address(),
                                cluster.node("n2").address());
            }
        }
        assertThat(directory).doesNotExist();
        assertThat(elsewhere.resolve("data/current")).isDirectory();
        assertThat(elsewhere.resolve("logs/n1/datanode-1/log/datanode-1.log")).isNotEmptyFile();
        assertThat(ProcessList.mentioning(directory.toString())).isEmpty();
    }

    private static String setting(Daemon daemon, String key) throws IOException {
        Configuration conf = new Configuration(false);
        conf.addResource(daemon.conf().resolve("core-site.xml").toUri().toURL());
        conf.addResource(daemon.conf().resolve("hdfs-site.xml").toUri().toURL());
        return conf.get(key);
    }
}
