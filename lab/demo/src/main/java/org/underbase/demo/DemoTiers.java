package org.underbase.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.IOUtils;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.ProgressListener;
import org.underbase.tier.client.TierReport;
import org.underbase.tier.client.TieredFileSystem;

/**
 * The tiers of the demonstration: every node runs two DataNodes, one of the tier {@code fast} and one of {@code disk}, each
 * on a disk of its own name. Shows where HBase's store files are, who served the reads, and moves one file.
 */
final class DemoTiers {
    static final String FAST = "fast";
    static final String DISK = "disk";
    private static final Duration MOVE_LIMIT = Duration.ofMinutes(2);

    private DemoTiers() {}

    /** Describes the DataNodes and what the NameNode needs, as an operator's hdfs-site.xml would. */
    static void configure(ClusterRecipe builder, int nodes) {
        String[] racks = new String[nodes];
        builder.disk(Disk.plain(FAST)).disk(Disk.plain(DISK));
        for (int node = 0; node < nodes; node++) {
            racks[node] = "/rack" + (1 + node % 2);
            for (String tier : List.of(FAST, DISK)) {
                builder.dataNode("n" + (node + 1), dataNode -> dataNode.on(tier)
                        .set("dfs.tier.id", tier)
                        .set("dfs.datanode.plugins", "org.underbase.tier.datanode.TierDatanodePlugin"));
            }
        }
        builder.racks(racks)
                .set("dfs.tier.names", FAST + "," + DISK)
                // Directories of one machine's disk: there is nothing to measure. The weights are Table I's (hatS).
                .set("dfs.tier.probe.enabled", "false")
                .set(Role.NAMENODE, "dfs.tier.fast.weight", "191")
                .set(Role.NAMENODE, "dfs.tier.disk.weight", "61")
                .set(Role.NAMENODE, "dfs.tier.policy", "hybrid")
                .set(Role.NAMENODE, "dfs.tier.retrieval", "hybrid")
                .set(Role.NAMENODE, "dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology")
                .set(
                        Role.NAMENODE,
                        "dfs.block.replicator.classname",
                        "org.underbase.tier.namenode.placement.TierPlacement")
                .set(Role.NAMENODE, "dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
    }

    /** The tier of a DataNode by its name: the first of a node is the fast one. */
    private static String tier(String dataNode) {
        return dataNode.endsWith("-0") ? FAST : DISK;
    }

    /**
     * Looks at the tiers and moves the largest store file.
     *
     * @param run what the DataNodes did during the run
     * @return lines for people
     * @throws IOException when a file is not where it should be, or the move does not end or changes what is read
     */
    static List<String> show(Configuration conf, DataNodeCounters run, Phases phases) throws IOException {
        List<String> lines = new ArrayList<>();
        try (FileSystem files = FileSystem.newInstance(conf);
                TieredFileSystem tiers = TieredFileSystem.of(files)) {
            for (TierReport tier : tiers.tiers()) {
                long read = run.dataNodes().stream()
                        .filter(one -> tier(one.name()).equals(tier.name()))
                        .mapToLong(DataNodeCounters.OfDataNode::bytesRead)
                        .sum();
                lines.add(String.format(
                        Locale.ROOT,
                        "%-5s %d DataNodes in %d racks, %,d replicas, %s; served %.0f %% of the bytes read in the run",
                        tier.name(),
                        tier.live(),
                        tier.racks(),
                        tier.replicas(),
                        mib(tier.used()),
                        run.bytesRead() == 0 ? 0 : 100.0 * read / run.bytesRead()));
            }
            List<LocatedFileStatus> stores = storeFiles(files);
            lines.add(vectors(tiers, stores));
            Optional<LocatedFileStatus> largest =
                    stores.stream().max(java.util.Comparator.comparingLong(FileStatus::getLen));
            if (largest.isPresent()) {
                lines.addAll(move(files, tiers, largest.get(), phases));
            }
        }
        return lines;
    }

    private static List<LocatedFileStatus> storeFiles(FileSystem files) throws IOException {
        List<LocatedFileStatus> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(new Path("/hbase/data/default"), true);
        while (all.hasNext()) {
            LocatedFileStatus file = all.next();
            String path = file.getPath().toUri().getPath();
            if (file.getLen() > 0 && path.matches("/hbase/data/default/[^/]+/[0-9a-f]{32}/[^./][^/]*/[0-9a-f]+")) {
                found.add(file);
            }
        }
        return found;
    }

    /** How many store files are whole on which tiers. */
    private static String vectors(TieredFileSystem tiers, List<LocatedFileStatus> stores) throws IOException {
        Map<String, Integer> whole = new LinkedHashMap<>();
        for (LocatedFileStatus store : stores) {
            FilePlacement placement = tiers.placement(store.getPath());
            String vector = placement.present().size() == 1
                            && placement.present().get(0).replicas().isPresent()
                    ? placement.present().get(0).replicas().get().toString()
                    : "not one and the same for all blocks";
            whole.merge(vector, 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder("HBase's " + stores.size() + " store files under the policy hybrid:");
        whole.forEach((vector, count) ->
                text.append(' ').append(count).append(" have ").append(vector).append(','));
        return text.substring(0, text.length() - 1);
    }

    private static List<String> move(FileSystem files, TieredFileSystem tiers, LocatedFileStatus file, Phases phases)
            throws IOException {
        Path path = file.getPath();
        phases.say("moving %s, %s, from %s to %s", path.getName(), mib(file.getLen()), FAST, DISK);
        String before = wanted(tiers.placement(path));
        long checksum = checksum(files, path);
        long start = System.nanoTime();
        tiers.moveTier(path, FAST, DISK, 1);
        if (!tiers.awaitPlacement(path, MOVE_LIMIT, ProgressListener.NONE)) {
            throw new IOException(path + " is not on its tiers " + MOVE_LIMIT.toSeconds() + " s after it was moved: "
                    + String.join("; ", tiers.explain(path)));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (checksum(files, path) != checksum) {
            throw new IOException(path + " reads otherwise after it was moved");
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "moveTier(%s, %s, %s, 1): %s, from %s to %s in %.1f s, reads the same; tier -explain says:",
                path.getName(),
                FAST,
                DISK,
                mib(file.getLen()),
                before,
                wanted(tiers.placement(path)),
                seconds));
        lines.addAll(firstBlock(tiers.explain(path)));
        return lines;
    }

    /** Whole up to the end of the first block: a list cut elsewhere would look as if replicas were missing. */
    private static List<String> firstBlock(List<String> explained) {
        List<String> lines = new ArrayList<>();
        int blocks = 0;
        for (String line : explained) {
            blocks += line.startsWith("block ") ? 1 : 0;
            if (blocks < 2) {
                lines.add("  " + line);
            }
        }
        if (blocks > 1) {
            lines.add("  and so on for " + (blocks - 1) + " more blocks");
        }
        return lines;
    }

    private static String wanted(FilePlacement placement) {
        return placement.wanted().map(Object::toString).orElse("none");
    }

    private static long checksum(FileSystem files, Path path) throws IOException {
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        try (FSDataInputStream in = files.open(path);
                java.util.zip.CheckedOutputStream out =
                        new java.util.zip.CheckedOutputStream(java.io.OutputStream.nullOutputStream(), crc)) {
            IOUtils.copyBytes(in, out, 64 << 10);
        }
        return crc.getValue();
    }

    private static String mib(long bytes) {
        return String.format(Locale.ROOT, "%,.1f MiB", bytes / 1048576.0);
    }
}
