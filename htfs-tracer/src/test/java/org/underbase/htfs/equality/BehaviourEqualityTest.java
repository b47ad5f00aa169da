package org.underbase.htfs.equality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.Capture;

/** Results, exceptions, statistics and calls to the NameNode are equal with and without the tracer. */
@Tag("cluster")
class BehaviourEqualityTest {
    private static MiniDFSCluster cluster;
    private static Configuration conf;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        conf = Capture.configured(new HdfsConfiguration());
        conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 1 << 20);
        conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
        // One handler: see Side.nameNodeCalls.
        conf.setInt(DFSConfigKeys.DFS_NAMENODE_HANDLER_COUNT_KEY, 1);
        // A link must resolve to a file system of the same class, not to the first cached one.
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        // Small pages, so that listings take several calls.
        conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, 3);
        conf.setInt(DFSConfigKeys.DFS_NAMENODE_BATCHED_LISTING_LIMIT, 3);
        conf.setInt(DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_DIFF_LISTING_LIMIT, 2);
        conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_DELEGATION_TOKEN_ALWAYS_USE_KEY, true);
        conf.set(
                CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
                "jceks://file"
                        + new File(directory.toFile(), "keys.jks").toURI().getPath());
        cluster = new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
                .numDataNodes(3)
                .build();
        cluster.waitActive();
        DFSTestUtil.createKey("key", cluster, conf);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    @Test
    void everyWayToReadAndWrite() throws Exception {
        compare("files", FileSteps.script());
    }

    @Test
    void namespaceAndAttributes() throws Exception {
        compare("names", NamespaceSteps.script());
    }

    @Test
    void snapshotsErasureCodingEncryptionCachingAndAdministration() throws Exception {
        compare("admin", AdministrationSteps.script());
    }

    private static void compare(String name, Script script) throws Exception {
        try (Side stock = side(DistributedFileSystem.class, "/one/" + name);
                Side traced = side(APITraceDistributedFileSystem.class, "/two/" + name)) {
            SoftAssertions all = new SoftAssertions();
            for (Map.Entry<String, Side.Step> step : script.steps().entrySet()) {
                Map<String, String> expected = stock.observe(step.getValue());
                Map<String, String> seen = traced.observe(step.getValue());
                all.assertThat(seen).as("%s: %s", name, step.getKey()).isEqualTo(expected);
            }
            all.assertAll();
        }
    }

    private static Side side(Class<? extends DistributedFileSystem> type, String root) throws Exception {
        Configuration own = new Configuration(conf);
        own.setClass("fs.hdfs.impl", type, DistributedFileSystem.class);
        Side side = new Side(cluster.getURI(), own, root, cluster.getNameNodePort());
        assertThat(side.fs()).isExactlyInstanceOf(type);
        // Both clients must use the key store that the NameNode has open.
        side.fs().getClient().setKeyProvider(cluster.getNamesystem().getProvider());
        side.fs().mkdirs(side.at("."));
        side.fs().setPermission(side.at("."), org.apache.hadoop.fs.permission.FsPermission.valueOf("drwxr-xr-x"));
        side.fs().getServerDefaults();
        return side;
    }
}
