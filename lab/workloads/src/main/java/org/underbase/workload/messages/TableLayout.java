package org.underbase.workload.messages;

import java.util.Map;

/**
 * How the table is made. What is zero or absent is left to HBase or, for the block size, to the family.
 *
 * @param regions number of regions it is split into from the start
 * @param compression of data blocks, a name of HBase's {@code Compression.Algorithm}. GZ works on every HBase without
 *     native libraries or further jars; ZSTD, SNAPPY and LZ4 need the jar of HBase that brings them
 * @param encoding of data blocks, a name of HBase's {@code DataBlockEncoding}
 * @param blockSize bytes of a data block in all families, or 0
 * @param flushSize bytes of a region's memstore at which it is flushed, or 0
 * @param settings further configuration of the table, such as {@code hbase.hstore.compaction.min}
 */
public record TableLayout(
        int regions, String compression, String encoding, int blockSize, long flushSize, Map<String, String> settings) {
    public static final TableLayout DEFAULT = new TableLayout(8, "GZ", "NONE", 0, 0, Map.of());

    public TableLayout {
        if (regions < 1 || regions > 10_000) {
            throw new IllegalArgumentException("the number of regions must be between 1 and 10000: " + regions);
        }
        if (blockSize < 0 || flushSize < 0) {
            throw new IllegalArgumentException("block size and flush size must not be negative");
        }
        settings = Map.copyOf(settings);
    }
}
