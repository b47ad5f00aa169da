package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Access of tests to the scanners of a DataNode, in this package because its directory scanner, that scanner's counters, and the
 * statistics of its volume scanners are package-private.
 */
public final class DataNodeInsides {
    private DataNodeInsides() {}

    /**
     * Counters of a volume's scanner.
     *
     * @param blocks replicas that were read
     * @param errors replicas that could not be read, or that did not match their checksums
     */
    public record Scanned(long blocks, long errors) {}

    /** Returns the counters of a volume's scanner since its start. */
    public static Scanned scanned(DataNode node, String storage) {
        return Optional.ofNullable(node.getBlockScanner().getVolumeStats(storage))
                .map(each -> new Scanned(each.blocksScannedSinceRestart, each.scanErrorsSinceRestart))
                .orElse(new Scanned(0, 0));
    }

    /** Makes the scanner of its volume read a replica before all others. */
    public static void scanSoon(DataNode node, String storage, ExtendedBlock block) {
        node.getBlockScanner().markSuspectBlock(storage, block);
    }

    /** Compares a block pool's directories with the dataset and returns the number of different replicas. */
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
