package org.underbase.bench.tiers.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.underbase.testbed.Await;
import org.underbase.testbed.mini.MiniHdfs;
import org.underbase.tier.client.TieredFileSystem;
import org.underbase.tier.datanode.TierDatanodePlugin;
import org.underbase.tier.namenode.TierNamenodePlugin;
import org.underbase.tier.namenode.placement.TierPlacement;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.DemotionOrder;

/**
 * Reads of a {@link ReadMix} on a cluster inside this JVM, whose fast tier has a cache for about a fifth of all bytes. Files have
 * two replicas on the slow tier and one block of 128 to 512 KiB.
 */
final class CacheCluster {
    private static final String FAST = "fast";
    private static final String DISK = "disk";
    private static final List<String> TIERS = List.of(DISK, DISK, DISK, FAST, FAST);
    private static final List<String> RACKS = List.of("/r0", "/r0", "/r1", "/r0", "/r1");
    private static final short REPLICATION = 2;
    private static final int STORAGES = 2;
    private static final long DISK_BYTES = 1L << 30;
    private static final long FAST_BYTES = 32L << 20;

    private static final int UNIT = 128 << 10;
    private static final int LARGEST = 4;
    private static final int FILES = 48;
    private static final int CACHE_SHARE = 5;
    private static final int READS = 4_000;
    private static final int QUICK_READS = 300;
    private static final int MOVE_READS = 250;
    private static final int UNCOUNTED = 5;
    private static final long READ_NANOS = TimeUnit.MILLISECONDS.toNanos(12);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Class<? extends DemotionOrder> order;
    private final double minReads;
    private final int reads;

    /**
     * Describes a cluster.
     *
     * @param order order in which files leave the cache
     * @param minReads minimum number of weighted reads of a file that enters it
     * @param quick whether to read only a few files
     */
    CacheCluster(Class<? extends DemotionOrder> order, double minReads, boolean quick) {
        this.order = order;
        this.minReads = minReads;
        this.reads = quick ? QUICK_READS : READS;
    }

    /** Returns the fraction of the bytes that were read from the fast tier, without the first fifth of the reads. */
    double hits(long seed) throws IOException, InterruptedException {
        int[] sizes = new SplittableRandom(seed).ints(FILES, 1, LARGEST + 1).toArray();
        double fraction = (double) Arrays.stream(sizes).sum() * UNIT / CACHE_SHARE / (2 * STORAGES * FAST_BYTES);
        try (MiniHdfs hdfs = start(fraction)) {
            Set<String> fast = addDataNodes(hdfs.cluster());
            DistributedFileSystem client = hdfs.fileSystem();
            awaitTiers(client);
            for (int file = 0; file < FILES; file++) {
                try (FSDataOutputStream out = client.create(path(file), REPLICATION)) {
                    out.write(new byte[sizes[file] * UNIT]);
                }
            }
            return read(client, sizes, fast, seed);
        }
    }

    private MiniHdfs start(double fraction) throws IOException {
        return MiniHdfs.builder()
                .dataNodes(0)
                .set("dfs.blocksize", Integer.toString(LARGEST * UNIT))
                .set("dfs.namenode.fs-limits.min-block-size", Integer.toString(UNIT))
                .set("dfs.heartbeat.interval", "1")
                .set("dfs.namenode.redundancy.interval.seconds", "1")
                .set("dfs.namenode.replication.max-streams", "20")
                .set("dfs.namenode.replication.max-streams-hard-limit", "40")
                .set("dfs.namenode.replication.work.multiplier.per.iteration", "10")
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .set("dfs.namenode.plugins", TierNamenodePlugin.class.getName())
                .set("dfs.net.topology.impl", TierTopology.class.getName())
                .set("dfs.block.replicator.classname", TierPlacement.class.getName())
                .set("dfs.datanode.plugins", TierDatanodePlugin.class.getName())
                .set("dfs.tier.names", FAST + "," + DISK)
                .set("dfs.tier.node.identity", "address")
                .set("dfs.tier.probe.enabled", "false")
                .set("dfs.tier.announce.interval", "1s")
                .set("dfs.tier.policy", DISK + "=" + REPLICATION)
                .set("dfs.tier.monitor.interval", "1s")
                // A read of a cached file is a hit.
                .set("dfs.tier.retrieval", "tier-aware")
                .set("dfs.tier.retrieval.load.aware", "false")
                .set("dfs.tier." + FAST + ".weight", "1000000000")
                .set("dfs.tier." + DISK + ".weight", "1")
                .set("dfs.tier.heat.policy", order.getName())
                .set("dfs.tier.heat.half.life", "10s")
                .set("dfs.tier.cache.max.fraction", Double.toString(fraction))
                .set("dfs.tier.cache.min.reads", Double.toString(minReads))
                .set("dfs.tier.cache.interval", "500ms")
                .start();
    }

    /** Returns the UUIDs of the fast tier's DataNodes. */
    private static Set<String> addDataNodes(MiniDFSCluster cluster) throws IOException {
        Configuration[] overlays = new Configuration[TIERS.size()];
        long[][] capacities = new long[TIERS.size()][STORAGES];
        for (int i = 0; i < overlays.length; i++) {
            overlays[i] = new Configuration(false);
            overlays[i].set("dfs.tier.id", TIERS.get(i));
            Arrays.fill(capacities[i], TIERS.get(i).equals(FAST) ? FAST_BYTES : DISK_BYTES);
        }
        cluster.startDataNodes(
                cluster.getConfiguration(0),
                overlays.length,
                null,
                true,
                null,
                RACKS.toArray(String[]::new),
                Collections.nCopies(overlays.length, "127.0.0.1").toArray(String[]::new),
                capacities,
                null,
                false,
                false,
                false,
                overlays,
                null,
                null);
        cluster.waitActive();
        Set<String> fast = new HashSet<>();
        List<DataNode> started = cluster.getDataNodes();
        for (int i = 0; i < overlays.length; i++) {
            if (TIERS.get(i).equals(FAST)) {
                fast.add(started.get(i).getDatanodeUuid());
            }
        }
        return fast;
    }

    private static void awaitTiers(DistributedFileSystem client) throws IOException {
        try (TieredFileSystem tiers = TieredFileSystem.of(client)) {
            Await.until(
                    "all DataNodes to announce their tiers",
                    LIMIT,
                    () -> tiers.clusterTiers().withoutTier() + " DataNodes without a tier",
                    () -> tiers.clusterTiers().withoutTier() == 0);
        }
    }

    private static Path path(int file) {
        return new Path("/f" + file);
    }

    private double read(DistributedFileSystem client, int[] sizes, Set<String> fast, long seed)
            throws IOException, InterruptedException {
        ReadMix mix = new ReadMix(FILES, MOVE_READS, seed);
        byte[] buffer = new byte[LARGEST * UNIT];
        long all = 0;
        long hits = 0;
        long due = System.nanoTime();
        for (int read = 0; read < reads; read++) {
            int file = mix.next();
            boolean hit = fast.contains(readFrom(client, file, buffer, sizes[file] * UNIT));
            if (read >= reads / UNCOUNTED) {
                all += sizes[file];
                hits += hit ? sizes[file] : 0;
            }
            due += READ_NANOS;
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        }
        return (double) hits / all;
    }

    /** Reads a file and returns the UUID of the DataNode that served it. */
    private static String readFrom(DistributedFileSystem client, int file, byte[] buffer, int length)
            throws IOException {
        try (FSDataInputStream in = client.open(path(file))) {
            in.readFully(buffer, 0, length);
            return ((HdfsDataInputStream) in).getCurrentDatanode().getDatanodeUuid();
        }
    }
}
