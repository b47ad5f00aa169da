package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.namenode.rpc.ClientCalls;
import org.underbase.tier.namenode.rpc.NamespaceChanges;
import org.underbase.tier.namenode.rpc.QuotaChanges;
import org.underbase.tier.namenode.rpc.QuotaFailures;
import org.underbase.tier.namenode.rpc.RaiseAccess;
import org.underbase.tier.testing.MiniTieredCluster;

/** Order of the cache's steps and of other changes. The monitor's thread is off; the cache has space for one file. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadCacheStepsTest {
    private static final int BLOCK = TieredFiles.BLOCK;
    private static final String UNCACHED = "disk=2";

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;
    private FSNamesystem namesystem;
    private NamenodeProtocols server;
    private TierTopology topology;

    private FileReads reads;
    private ReadCache cache;
    private TierMonitor monitor;

    @BeforeAll
    void startCluster() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .capacity("fast", 16L * BLOCK)
                .capacity("disk", 1L << 30)
                .conf("dfs.tier.monitor.enabled", "false")
                .conf("dfs.tier.cache.max.fraction", "0.03")
                .conf("dfs.tier.cache.interval", "1ms")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
        namesystem = cluster.miniCluster().getNamesystem();
        server = cluster.miniCluster().getNameNode().getRpcServer();
        topology = files.topology();
    }

    /** Creates a cache without files and reads, as after a restart and a scan that found no cached file. */
    @BeforeEach
    void start() {
        Configuration conf = cluster.configuration();
        // Changes remain unreported for the whole test.
        conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1h");
        reads = new FileReads(100, 100, 86_400_000);
        TierUsage usage = TierUsage.of(conf, topology.registry().tiers());
        Demoter demoter = new Demoter(conf, namesystem, topology, usage, reads);
        Mover mover = new Mover(
                () -> {
                    throw new IllegalStateException("this monitor does not run");
                },
                () -> true,
                0,
                1,
                1,
                0);
        monitor = new TierMonitor(namesystem, topology, MonitorSettings.of(conf), mover, demoter);
        cache = demoter.cache();
        cache.endScan();
    }

    @AfterEach
    void stop() {
        monitor.close();
    }

    private org.apache.hadoop.fs.Path create(String name, int times) throws Exception {
        org.apache.hadoop.fs.Path file = files.create(name, UNCACHED, 1, 2);
        for (int i = 0; i < times; i++) {
            reads.read(file.toString(), System.currentTimeMillis());
        }
        return file;
    }

    private org.apache.hadoop.fs.Path cached(String name) throws Exception {
        org.apache.hadoop.fs.Path file = create(name, 10);
        stepUntilCached(file);
        return file;
    }

    private void step() throws InterruptedException {
        cache.step(new MonitorLock(namesystem, topology, 1), new MonitorFailures());
    }

    private void stepUntilCached(org.apache.hadoop.fs.Path file) {
        TieredFiles.await(file + " to be cached").until(() -> {
            step();
            return isCached(file);
        });
    }

    /** A replica does not leave before its DataNode has reported it. */
    private void stepUntilUncached(org.apache.hadoop.fs.Path file) {
        TieredFiles.await(file + " to leave the cache").until(() -> {
            step();
            return replication(file) == 2;
        });
    }

    private boolean isCached(org.apache.hadoop.fs.Path file) throws Exception {
        return namenode.file(file).getCached();
    }

    private int replication(org.apache.hadoop.fs.Path file) throws Exception {
        return hdfs.getFileStatus(file).getReplication();
    }

    /** Sets the replication in the NameNode, and executes steps after the first part of the call until a file enters the cache. */
    private void setReplicationDuringSteps(org.apache.hadoop.fs.Path file, int replication) throws Exception {
        ClientProtocol slow = (ClientProtocol) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClientProtocol.class}, (proxy, method, arguments) -> {
                    TieredFiles.await("a file to enter the cache").until(() -> {
                        step();
                        return cache.counts().files() == 1;
                    });
                    return method.invoke(server, arguments);
                });
        ClientCalls calls = new ClientCalls(
                slow,
                (path, time) -> {},
                new RaiseAccess(namesystem, topology),
                new NamespaceChanges(namesystem, topology.policies(), monitor),
                new QuotaChanges(namesystem, topology.quotas()),
                new QuotaFailures(namesystem, topology));
        SetReplicationRequestProto request = SetReplicationRequestProto.newBuilder()
                .setSrc(file.toString())
                .setReplication(replication)
                .build();
        assertThat(calls.setReplication(null, request).getResult()).isTrue();
    }

    @Test
    void fileDoesNotEnterTheCacheWhileAClientSetsItsReplication() throws Exception {
        org.apache.hadoop.fs.Path set = create("set", 10);
        org.apache.hadoop.fs.Path other = create("other", 3);
        setReplicationDuringSteps(set, 3);
        assertThat(isCached(set)).isFalse();
        assertThat(replication(set)).isEqualTo(3);
        assertThat(isCached(other)).isTrue();
    }

    @Test
    void replicationOfAUserDoesNotMakeAnObsoleteMarkValid() throws Exception {
        org.apache.hadoop.fs.Path file = cached("obsolete");
        // As by WebHDFS or a NameNode without the cache.
        server.setReplication(file.toString(), (short) 1);
        assertThat(isMarked(file)).isTrue();
        hdfs.setReplication(file, (short) 3);
        assertThat(isMarked(file)).isFalse();
        assertThat(isCached(file)).isFalse();
        assertThat(replication(file)).isEqualTo(3);
    }

    @Test
    void scanFindsAnObsoleteMarkOfAColdFile() throws Exception {
        org.apache.hadoop.fs.Path file = cached("cold");
        server.setReplication(file.toString(), (short) 2);
        start();
        INodeFile inode = namesystem.getFSDirectory().getINode(file.toString()).asFile();
        cache.seen(inode, topology.policies().of(inode));
        TieredFiles.await("a step").until(() -> {
            step();
            return cache.counts().capacity() > 0;
        });
        assertThat(isMarked(file)).isFalse();
        assertThat(replication(file)).isEqualTo(2);
        assertThat(cache.counts().files()).isZero();
    }

    /** Otherwise, a demotion after a failover would make the space that the cache frees. */
    @Test
    void bytesOfTheCacheAreKnownAtTheEndOfAScan() throws Exception {
        org.apache.hadoop.fs.Path file = cached("scanned");
        stop();
        start();
        assertThat(cache.bytes()).isZero();
        INodeFile inode = namesystem.getFSDirectory().getINode(file.toString()).asFile();
        cache.seen(inode, topology.policies().of(inode));
        cache.endScan();
        assertThat(cache.bytes()).isEqualTo(BLOCK);
    }

    private boolean isMarked(org.apache.hadoop.fs.Path file) throws Exception {
        INode inode = namesystem.getFSDirectory().getINode(file.toString());
        return TierPolicies.marked(inode);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deletedFileOfASnapshotLeavesItsPlaceToOthers(boolean overwritten) throws Exception {
        org.apache.hadoop.fs.Path file = cached(overwritten ? "overwritten" : "deleted");
        hdfs.allowSnapshot(file.getParent());
        hdfs.createSnapshot(file.getParent(), "s");
        if (overwritten) {
            DFSTestUtil.createFile(hdfs, file, BLOCK, (short) 2, 7);
        } else {
            hdfs.delete(file, false);
        }
        // It is less hot than the deleted file was.
        stepUntilCached(overwritten ? file : create("successor", 3));
        assertThat(cache.counts().files()).isEqualTo(1);
    }

    @Test
    void cacheTakesNoSpaceOfAQuota() throws Exception {
        org.apache.hadoop.fs.Path file = cached("quota");
        org.apache.hadoop.fs.Path parent = file.getParent();
        hdfs.setQuota(parent, HdfsConstants.QUOTA_DONT_SET, 4L * BLOCK);
        stepUntilUncached(file);
        assertThat(cache.counts().bytes()).isZero();
        assertThat(cache.bytes()).as("bytes that may still be on the tier").isEqualTo(BLOCK);
        DFSTestUtil.createFile(hdfs, new org.apache.hadoop.fs.Path(parent, "second"), BLOCK, (short) 2, 7);
        hdfs.setQuota(parent, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
        stepUntilCached(file);
        hdfs.setQuotaByStorageType(parent, StorageType.DISK, 8L * BLOCK);
        stepUntilUncached(file);
    }
}
