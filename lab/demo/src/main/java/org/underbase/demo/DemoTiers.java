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
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.ProgressListener;
import org.underbase.tier.client.TierReport;
import org.underbase.tier.client.TieredFileSystem;

/**
 * Phase that shows the tiers: the location of HBase's store files, the tier that served the reads, and the move of one file.
 * Every node runs a DataNode of tier {@code fast} and one of tier {@code disk}.
 */
final class DemoTiers {
    static final String FAST = "fast";
    static final String DISK = "disk";
    private static final Duration MOVE_LIMIT = Duration.ofMinutes(2);

    private DemoTiers() {}

    /** Returns the tier of a DataNode: the first DataNode of a node is the fast one. */
    private static String tier(String dataNode) {
        return dataNode.endsWith("-0") ? FAST : DISK;
    }

    /**
     * Describes the tiers and moves the largest store file.
     *
     * @param conf client configuration
     * @param run increase of the DataNodes' counters during the run
     * @param phases receives progress lines
     * @return lines for a terminal
     * @throws IOException if the move does not complete or changes the data read
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
                        "%-5s %d DataNodes on %d racks, %,d replicas, %s; served %.0f%% of the bytes read in the run",
                        tier.name(),
                        tier.live(),
                        tier.racks(),
                        tier.replicas(),
                        SizeText.of(tier.used()),
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

    /** Counts the store files by the replica vector of their blocks. */
    private static String vectors(TieredFileSystem tiers, List<LocatedFileStatus> stores) throws IOException {
        Map<String, Integer> vectors = new LinkedHashMap<>();
        for (LocatedFileStatus store : stores) {
            FilePlacement placement = tiers.placement(store.getPath());
            String vector = placement.present().size() == 1
                            && placement.present().get(0).replicas().isPresent()
                    ? placement.present().get(0).replicas().get().toString()
                    : "blocks on different tiers";
            vectors.merge(vector, 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder("HBase's " + stores.size() + " store files under the policy hybrid:");
        vectors.forEach((vector, count) ->
                text.append(' ').append(count).append(" have ").append(vector).append(','));
        return text.substring(0, text.length() - 1);
    }

    private static List<String> move(FileSystem files, TieredFileSystem tiers, LocatedFileStatus file, Phases phases)
            throws IOException {
        Path path = file.getPath();
        phases.log("moving %s, %s, from %s to %s", path.getName(), SizeText.of(file.getLen()), FAST, DISK);
        String before = wanted(tiers.placement(path));
        long checksum = checksum(files, path);
        long start = System.nanoTime();
        tiers.moveTier(path, FAST, DISK, 1);
        if (!tiers.awaitPlacement(path, MOVE_LIMIT, ProgressListener.NONE)) {
            throw new IOException("the move of " + path + " did not complete within " + MOVE_LIMIT.toSeconds() + " s: "
                    + String.join("; ", tiers.explain(path)));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (checksum(files, path) != checksum) {
            throw new IOException("the data of " + path + " changed with its move");
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "moveTier(%s, %s, %s, 1): %s, from %s to %s in %.1f s, same checksum; output of tier -explain:",
                path.getName(),
                FAST,
                DISK,
                SizeText.of(file.getLen()),
                before,
                wanted(tiers.placement(path)),
                seconds));
        lines.addAll(firstBlock(tiers.explain(path)));
        return lines;
    }

    /** Returns the lines up to the end of the first block, with all its replicas. */
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
            lines.add("  and " + PrintableText.count(blocks - 1, "more block"));
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
}
