package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.testing.MiniTieredCluster;

/** Files of a landing policy: on the fast tier while they are written, distributed when they are closed. */
@Tag("cluster")
class LandingTest {
    private static final int BLOCK = TieredFiles.BLOCK;

    @TempDir
    private Path directory;

    private MiniTieredCluster.Builder cluster() {
        return MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .conf(TierKeys.MONITOR_INTERVAL.name(), "1h");
    }

    private static List<LocatedBlock> write(MiniTieredCluster cluster, FSDataOutputStream out, int blocks)
            throws IOException {
        out.write(new byte[blocks * BLOCK]);
        out.hflush();
        return new TieredFiles(cluster).blocks(new org.apache.hadoop.fs.Path("/landing/file"));
    }

    @Test
    void aFileIsDistributedAfterItsCloseAndNeverHasFewerReplicas() throws Exception {
        try (MiniTieredCluster cluster = cluster().build()) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path file =
                    new org.apache.hadoop.fs.Path(files.directory("landing", "landing:fast=1,disk=2"), "file");
            try (ReplicaCount count = new ReplicaCount(cluster, 3)) {
                try (FSDataOutputStream out = cluster.fileSystem().create(file, (short) 3)) {
                    count.watch(write(cluster, out, 2));
                    count.watch(write(cluster, out, 1));
                    // The NameNode allocates a block when one replica of the block before is reported.
                    TieredFiles.await("the locations of all blocks")
                            .untilAsserted(() ->
                                    assertThat(cluster.vectors(file)).hasSize(3).containsOnly("fast=3"));
                    assertThat(namenode.file(file).getWanted()).isEqualTo("fast=1,disk=2");
                    assertThat(namenode.status().getMovesDone()).isZero();
                }
                files.awaitSettled(file, "fast=1,disk=2");
                files.requireSafe(file);
                count.requireNone();
            }
            assertThat(files.topology().policies().landed().onFastest()).isEqualTo(3);
            assertThat(files.topology().policies().landed().fallbacks()).isZero();

            // Appended blocks land, too.
            try (FSDataOutputStream out = cluster.fileSystem().append(file)) {
                assertThat(write(cluster, out, 1)).hasSize(4);
                assertThat(cluster.vectors(file).get(3)).isEqualTo("fast=3");
            }
            files.awaitSettled(file, "fast=1,disk=2");
            assertThat(namenode.status().getQueueOverflows()).isZero();
        }
    }

    @Test
    void aFileFollowsItsVectorIfTheFastTierIsFull() throws Exception {
        try (MiniTieredCluster cluster = cluster()
                .capacity("fast", 8L * BLOCK)
                .capacity("disk", 1L << 30)
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            org.apache.hadoop.fs.Path parent = files.directory("landing", "landing:disk=3");
            // Each of the four DataNodes of the tier has less than a block of free space.
            cluster.awaitVector(files.create("kept", "fast=4", 7, 4), "fast=4");
            TieredFiles.await("the reports of the used space")
                    .until(() -> TierUsage.used(files.topology().index().tier(0)) >= 7 / 8.0);
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
            try (FSDataOutputStream out = cluster.fileSystem().create(file, (short) 3)) {
                write(cluster, out, 1);
                assertThat(cluster.vectors(file)).containsExactly("disk=3");
            }
            files.awaitSettled(file, "disk=3");
            assertThat(files.topology().policies().landed().fallbacks()).isEqualTo(1);
            assertThat(files.topology().policies().landed().onFastest()).isZero();
        }
    }

    /** Continuous count of the complete or open replicas of each watched block on the DataNodes. */
    private static final class ReplicaCount implements AutoCloseable {
        private final MiniTieredCluster cluster;
        private final int floor;
        private final List<ExtendedBlock> watched = new ArrayList<>();
        private final List<String> lacking = new ArrayList<>();
        private final AtomicLong rounds = new AtomicLong();
        private final AtomicBoolean closed = new AtomicBoolean();
        private final ExecutorService executor = Executors.newSingleThreadExecutor();
        private final Future<?> counting;

        ReplicaCount(MiniTieredCluster cluster, int floor) {
            this.cluster = cluster;
            this.floor = floor;
            this.counting = executor.submit(this::count);
        }

        synchronized void watch(List<LocatedBlock> blocks) {
            for (LocatedBlock located : blocks) {
                if (!watched.contains(located.getBlock())) {
                    watched.add(located.getBlock());
                }
            }
        }

        private void count() {
            while (!closed.get()) {
                round();
                rounds.incrementAndGet();
            }
        }

        private synchronized void round() {
            for (ExtendedBlock block : watched) {
                boolean few = replicas(block) < floor;
                // A second count: in one, a copy may appear on a counted DataNode and its source vanish from the next
                // one.
                if (few && replicas(block) < floor) {
                    lacking.add(block.toString());
                }
            }
        }

        /** Counts replicas in the DataNodes' maps: a DataNode that completes a replica renames the file before it changes its map. */
        private int replicas(ExtendedBlock block) {
            int replicas = 0;
            for (DataNode node : cluster.miniCluster().getDataNodes()) {
                String replica = node.getFSDataset().getReplicaString(block.getBlockPoolId(), block.getBlockId());
                replicas += replica.contains("FINALIZED") || replica.contains("RBW") ? 1 : 0;
            }
            return replicas;
        }

        /** Requires that no block had too few replicas, after a complete count. */
        void requireNone() throws Exception {
            long before = rounds.get();
            TieredFiles.await("a complete count").until(() -> counting.isDone() || rounds.get() > before + 1);
            assertThat(counting.isDone()).as("the count has failed").isFalse();
            synchronized (this) {
                assertThat(watched).hasSize(3);
                assertThat(lacking).isEmpty();
            }
        }

        @Override
        public void close() {
            closed.set(true);
            executor.shutdown();
        }
    }
}
