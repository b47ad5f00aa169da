package org.underbase.sim.trace;

import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.sim.request.FileLayout;

/**
 * Simulated machine and the storage of files.
 *
 * @param machine the simulated machine
 * @param view level of the requests
 * @param assumptions replication and block size of files whose creation is not in the trace
 * @param layout how HDFS stores files
 * @param placement machines of replicas
 */
record Cluster(int machine, View view, Assumptions assumptions, FileLayout layout, BlockPlacement placement) {
    /** Longest local file that an offset of a request can address in pages. */
    private static final long LONGEST = 1L << 30;

    /** Returns the number of replicas of a file. */
    int replication(FileFacts file) {
        if (layout.replication() > 0 && file.kind().type() != FileKind.Type.OTHER) {
            return layout.replication();
        }
        return (int) (file.replication() > 0 ? file.replication() : assumptions.replication());
    }

    /** Returns the size of the blocks of a file. HBase requests blocks of twice the size for logs. */
    long blockSize(FileFacts file) {
        if (layout.blockSize() > 0 && file.kind().type() != FileKind.Type.OTHER) {
            return Math.min(LONGEST, layout.blockSize() << (file.kind().type() == FileKind.Type.WAL ? 1 : 0));
        }
        return Math.min(LONGEST, file.blockSize() > 0 ? file.blockSize() : assumptions.blockSize());
    }
}
