package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import javax.management.ObjectName;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.StartedMetrics;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.QuotaCounts;
import org.underbase.tier.testing.MiniTieredCluster;
import org.underbase.tier.testing.TieredDatanode;

/** Additional replicas of hot files on the fastest tier, in a cache of 6.4 MiB. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadCacheTest {
    private static final int BLOCK = TieredFiles.BLOCK;
    private static final String UNCACHED = "disk=2";
    private static final String CACHED = "fast=1,disk=2";

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;
    private StartedMetrics metrics;

    @BeforeAll
    void start() throws Exception {
        metrics = new StartedMetrics();
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .capacity("fast", 16L * BLOCK)
                .capacity("disk", 1L << 30)
                .conf("dfs.tier.cache.max.fraction", "0.1")
                .conf("dfs.tier.cache.interval", "100ms")
                .conf("dfs.tier.retrieval", "tier-aware")
                .conf("dfs.tier.fast.weight", "1000000000")
                .conf("dfs.tier.disk.weight", "1")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    @AfterEach
    void deleteAll() throws Exception {
        for (var found : hdfs.listStatus(new org.apache.hadoop.fs.Path("/"))) {
            hdfs.delete(found.getPath(), true);
        }
        TieredFiles.await("the cache to be empty").until(() -> gauge("CacheFiles") == 0 && gauge("CacheBytes") == 0);
        // A move of a deleted file counts as done, in the next test.
        TieredFiles.await("the end of all moves")
                .until(() -> namenode.status().getMovesQueued() == 0
                        && namenode.status().getMovesRunning() == 0);
    }

    private void read(org.apache.hadoop.fs.Path file, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            DFSTestUtil.readFileBuffer(hdfs, file);
        }
    }

    private org.apache.hadoop.fs.Path cached(String name, int blocks) throws Exception {
        org.apache.hadoop.fs.Path file = files.create(name, UNCACHED, blocks, 2);
        read(file, 3);
        files.awaitSettled(file, CACHED);
        return file;
    }

    private int replication(org.apache.hadoop.fs.Path file) throws Exception {
        return hdfs.getFileStatus(file).getReplication();
    }

    private MetricsRecordBuilder metrics() throws Exception {
        ObjectName source = metrics.names().iterator().next();
        return MetricsAsserts.getMetrics(source.getKeyProperty("name"));
    }

    private long gauge(String name) throws Exception {
        return MetricsAsserts.getLongGauge(name, metrics());
    }

    private long counter(String name) throws Exception {
        return MetricsAsserts.getLongCounter(name, metrics());
    }

    @Test
    void filesThatWouldExceedAQuotaAreNotCached() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("limited", UNCACHED, 2, 2);
        cluster.tiered().setQuota(file.getParent(), Map.of("fast", OptionalLong.of(2L * BLOCK - 1)));
        TieredFiles.await("the use of the directory")
                .until(() -> cluster.tiered().quotas(file).get(0).used().isPresent());
        QuotaCounts counts = files.topology().quotas().counts();
        long withheld = counts.withheldPromotions();
        read(file, 5);
        TieredFiles.await("the cache to reject the file").until(() -> counts.withheldPromotions() > withheld);
        assertThat(namenode.file(file).getCached()).isFalse();
    }

    @Test
    void hottestFileHasAnAdditionalReplicaUntilAHotterOneNeedsItsSpace() throws Exception {
        long moves = namenode.status().getMovesDone();
        long additions = counter("CacheAdditions");
        long deletions = counter("CacheDeletions");
        org.apache.hadoop.fs.Path first = cached("first", 4);
        org.apache.hadoop.fs.Path second = files.create("second", UNCACHED, 4, 2);
        assertThat(replication(first)).isEqualTo(3);
        assertThat(namenode.file(first).getCached()).isTrue();
        assertThat(namenode.call(protocol -> protocol.explain(first.toString())).getLinesList())
                .anyMatch(line -> line.startsWith("cached: "));
        files.requireSafe(first);
        try (FSDataInputStream in = hdfs.open(first)) {
            assertThat(in.read()).isGreaterThanOrEqualTo(0);
            String reader = ((HdfsDataInputStream) in).getCurrentDatanode().getDatanodeUuid();
            assertThat(cluster.instance(reader).tier()).as("tier of the reader").contains("fast");
        }
        TieredFiles.await("the metrics").until(() -> gauge("CacheBytes") == 4L * BLOCK);
        read(second, 12);
        files.awaitSettled(second, CACHED);
        files.awaitSettled(first, UNCACHED);
        assertThat(replication(first)).isEqualTo(2);
        assertThat(namenode.file(first).getCached()).isFalse();
        assertThat(namenode.status().getMovesDone()).as("moves").isEqualTo(moves);
        TieredFiles.await("the metrics")
                .until(() -> counter("CacheAdditions") == additions + 2 && counter("CacheDeletions") == deletions + 1);
        files.requireSafe(first);
        files.requireSafe(second);
    }

    @Test
    void cachedFileCanBeAppendedToTruncatedAndRenamed() throws Exception {
        org.apache.hadoop.fs.Path file = cached("changed", 1);
        DFSTestUtil.appendFile(hdfs, file, BLOCK + BLOCK / 2);
        files.awaitSettled(file, CACHED);
        assertThat(files.blocks(file)).hasSize(3);
        hdfs.truncate(file, BLOCK / 2);
        TieredFiles.await("the truncation").until(() -> hdfs.isFileClosed(file));
        files.awaitSettled(file, CACHED);
        assertThat(hdfs.getFileStatus(file).getLen()).isEqualTo(BLOCK / 2);
        files.requireSafe(file);
        org.apache.hadoop.fs.Path same = new org.apache.hadoop.fs.Path(files.directory("same", UNCACHED), "file");
        assertThat(hdfs.rename(file, same)).isTrue();
        assertThat(namenode.file(same).getCached()).isTrue();
        // Here, a replica on the fastest tier is not additional.
        org.apache.hadoop.fs.Path other =
                new org.apache.hadoop.fs.Path(files.directory("other", "fast=1,disk=1"), "file");
        assertThat(hdfs.rename(same, other)).isTrue();
        files.awaitSettled(other, "fast=1,disk=1");
        assertThat(replication(other)).isEqualTo(2);
        // Without tiers, too.
        org.apache.hadoop.fs.Path again = cached("again", 1);
        org.apache.hadoop.fs.Path stock =
                new org.apache.hadoop.fs.Path(files.directory("stock", "network-aware"), "file");
        assertThat(hdfs.rename(again, stock)).isTrue();
        TieredFiles.await("the end of the caching").until(() -> replication(stock) == 2);
        files.requireSafe(stock);
    }

    @Test
    void replicationOfAUserIsNotThatOfTheCache() throws Exception {
        org.apache.hadoop.fs.Path more = cached("more", 1);
        org.apache.hadoop.fs.Path fewer = cached("fewer", 1);
        UserGroupInformation user = UserGroupInformation.createUserForTesting("reader", new String[] {"readers"});
        try (FileSystem asUser = DFSTestUtil.getFileSystemAs(user, cluster.configuration())) {
            assertThatThrownBy(() -> asUser.setReplication(more, (short) 3)).isInstanceOf(AccessControlException.class);
        }
        assertThat(namenode.file(more).getCached()).isTrue();
        // The number that the file has with its additional replica.
        hdfs.setReplication(more, (short) 3);
        files.awaitSettled(more, "disk=3");
        assertThat(namenode.file(more).getCached()).isFalse();
        assertThat(replication(more)).isEqualTo(3);
        hdfs.setReplication(fewer, (short) 1);
        files.awaitSettled(fewer, "disk=1");
        assertThat(namenode.file(fewer).getCached()).isFalse();
        files.requireSafe(more);
    }

    @Test
    void policyOfAUserEndsTheCaching() throws Exception {
        org.apache.hadoop.fs.Path created = cached("created", 1);
        org.apache.hadoop.fs.Path set = cached("set", 1);
        // The additional replica becomes the file's.
        assertThat(namenode.create(created, "fast").getChanged()).isTrue();
        assertThat(namenode.file(created).getCached()).isFalse();
        assertThat(namenode.file(created).getPolicy()).isEqualTo(CACHED);
        files.awaitSettled(created, CACHED);
        assertThat(namenode.setPolicy(set.toString(), "hybrid", 0).getChanged()).isTrue();
        files.awaitSettled(set, "fast=1,disk=1");
        assertThat(replication(set)).isEqualTo(2);
    }

    @Test
    void lostReplicaIsRepairedAndItsReturnRemovesNoCachedOne() throws Exception {
        org.apache.hadoop.fs.Path file = cached("lost", 1);
        DatanodeInfo[] replicas = files.blocks(file).get(0).getLocations();
        DataNode holder = cluster.datanodes("disk").stream()
                .filter(node -> Arrays.stream(replicas)
                        .anyMatch(replica -> replica.getDatanodeUuid().equals(node.getDatanodeUuid())))
                .findFirst()
                .orElseThrow();
        TieredDatanode killed = cluster.kill(holder);
        files.awaitSettled(file, CACHED);
        assertThat(replication(file)).isEqualTo(3);
        cluster.restart(killed);
        cluster.miniCluster().triggerBlockReports();
        files.awaitSettled(file, CACHED);
        assertThat(namenode.file(file).getCached()).isTrue();
        files.requireSafe(file);
    }

    @Test
    void snapshotKeepsTheReplicationOfACachedFile() throws Exception {
        org.apache.hadoop.fs.Path file = cached("snapped", 1);
        hdfs.allowSnapshot(file.getParent());
        hdfs.createSnapshot(file.getParent(), "s");
        hdfs.setReplication(file, (short) 2);
        assertThat(replication(file)).isEqualTo(2);
        // HDFS keeps the higher replication for the snapshot, so that the replica leaves the tier by a move.
        cluster.awaitVector(file, "disk=3");
        org.apache.hadoop.fs.Path old = new org.apache.hadoop.fs.Path(file.getParent(), ".snapshot/s/file");
        assertThat(DFSTestUtil.readFileBuffer(hdfs, old)).hasSize(BLOCK);
        hdfs.deleteSnapshot(file.getParent(), "s");
        files.awaitSettled(file, UNCACHED);
        hdfs.disallowSnapshot(file.getParent());
    }
}
