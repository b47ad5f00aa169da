package org.underbase.bench.localcompact.pressure;

import java.util.Locale;
import org.underbase.testbed.ClusterRecipe;

/**
 * Factor that scales all byte rates and sizes: links, compaction limits, ingest, blocks and store files. Times stay those of the
 * unscaled system, except of work on the CPU, which becomes shorter: the shared cores of one machine must not decide.
 *
 * @param factor scaled value, relative to the unscaled one
 */
record Scale(double factor) {
    /** HBase's defaults of the compaction limit, in bytes per second. */
    private static final double LOWER_LIMIT = 50 << 20;

    private static final double HIGHER_LIMIT = 100 << 20;
    private static final double BLOCK = 128 << 20;
    /** Blocks are multiples of the bytes per checksum. */
    private static final int CHECKSUM_BYTES = 512;

    /** Sets the limits of compactions and the block size. */
    void apply(ClusterRecipe recipe) {
        recipe.hbaseSet("hbase.hstore.compaction.throughput.lower.bound", Long.toString(bytes(LOWER_LIMIT)))
                .hbaseSet("hbase.hstore.compaction.throughput.higher.bound", Long.toString(bytes(HIGHER_LIMIT)))
                .set("dfs.blocksize", Long.toString(bytes(BLOCK) / CHECKSUM_BYTES * CHECKSUM_BYTES))
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                // Scaled memstores are smaller than HBase permits.
                .hbaseSet("hbase.table.sanity.checks", "false");
    }

    long bytes(double unscaled) {
        return Math.round(unscaled * factor);
    }

    String link(Speed link) {
        return link.rate(factor);
    }

    /** Estimates the bytes per second that a node with stock HBase accepts: the compaction limit or the link bounds them. */
    double estimatedIngest(Speed link) {
        // Values are compacted about three times. A node receives them from the client, and as log, flush and
        // compaction output
        // of two other nodes.
        int compactions = 3;
        int received = 1 + 2 * (2 + compactions);
        return factor * Math.min(LOWER_LIMIT / compactions, link.bytesPerSecond() / received);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "1/%.0f", 1 / factor);
    }
}
