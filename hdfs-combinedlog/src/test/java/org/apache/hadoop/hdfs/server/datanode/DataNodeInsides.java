package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * What a test may see and do in a DataNode. In this package because its directory scanner, that scanner's figures, and the
 * statistics of its volume scanners are package-private.
 */
public final class DataNodeInsides {
    private DataNodeInsides() {}

    /**
     * What a volume's scanner has read.
     *
     * @param blocks replicas it read
     * @param errors replicas that it could not read, or that did not fit their checksums
     */
    public record Scanned(long blocks, long errors) {}

    /** What the scanner of a volume did since it started. */
    public static Scanned scanned(DataNode node, String storage) {
        return Optional.ofNullable(node.getBlockScanner().getVolumeStats(storage))
                .map(each -> new Scanned(each.blocksScannedSinceRestart, each.scanErrorsSinceRestart))
                .orElse(new Scanned(0, 0));
    }

    /** Has a replica read before all others by the scanner of its volume. */
    public static void scanSoon(DataNode node, String storage, ExtendedBlock block) {
        node.getBlockScanner().markSuspectBlock(storage, block);
    }

    /** Compares a block pool's directories with what the dataset knows; tells how many replicas differ. */
    public static long directoryDifferences(DataNode node, String pool) throws IOException {
        DirectoryScanner scanner = node.getDirectoryScanner();
        scanner.setRetainDiffs(true);
        try {
            scanner.reconcile();
            DirectoryScanner.Stats found = scanner.stats.get(pool);
            return found.missingMetaFile
                    + found.missingBlockFile
                    + found.missingMemoryBlocks
                    + found.mismatchBlocks
                    + found.duplicateBlocks;
        } finally {
            scanner.setRetainDiffs(false);
        }
    }
}
