package org.underbase.workload.messages;

import java.util.Map;

/**
 * Layout of the table.
 *
 * @param regions initial number of regions
 * @param compression compression of data blocks, a name of HBase's {@code Compression.Algorithm}. GZ works on every HBase
 *     without native libraries or further jars; ZSTD, SNAPPY and LZ4 need the HBase jar that contains them
 * @param encoding encoding of data blocks, a name of HBase's {@code DataBlockEncoding}
 * @param blockSize size of a data block in all families, in bytes; 0 for a default by family
 * @param flushSize memstore size at which a region is flushed, in bytes; 0 for HBase's default
 * @param settings further settings of the table, such as {@code hbase.hstore.compaction.min}
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
