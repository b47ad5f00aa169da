package org.underbase.workload.cli;

import java.util.HashMap;
import java.util.Map;
import org.underbase.workload.messages.TableLayout;
import picocli.CommandLine.Option;

/** Options that say how the table is made. */
final class LayoutOptions {
    @Option(
            names = "--regions",
            paramLabel = "N",
            defaultValue = "8",
            description = "Regions the table is split into from the start. Default: ${DEFAULT-VALUE}.")
    private int regions;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            defaultValue = "GZ",
            description = {
                "Compression of data blocks: GZ (works on every HBase), ZSTD, SNAPPY, LZ4 (where the RegionServers have"
                        + " the jar or library), NONE. HBase's logs are not compressed unless the cluster is told to."
                        + " Default: ${DEFAULT-VALUE}."
            })
    private String compression = "";

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            defaultValue = "NONE",
            description = "Encoding of data blocks: NONE, PREFIX, DIFF, FAST_DIFF. Default: ${DEFAULT-VALUE}.")
    private String encoding = "";

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "0",
            description = {
                "Size of data blocks in all families. Default: 16k where columns are read by name, 64k where ranges are."
            },
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private long blockSize;

    @Option(
            names = "--flush-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "0",
            description = {
                "Size of a region's memstore at which it is flushed, at least 1m. Small values make a short run flush and"
                        + " compact. Default: the cluster's."
            })
    private long flushSize;

    @Option(
            names = "--compaction-min-files",
            paramLabel = "N",
            defaultValue = "0",
            description = "Store files that start a minor compaction. Default: the cluster's.")
    private int compactionMinFiles;

    @Option(
            names = "--table-setting",
            paramLabel = "KEY=VALUE",
            description = {"Any other setting of the table, such as hbase.hregion.majorcompaction; may be repeated."})
    private Map<String, String> settings = new HashMap<>();

    /**
     * The layout.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    TableLayout layout() {
        if (blockSize > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the block size is too large: " + blockSize);
        }
        Map<String, String> all = new HashMap<>();
        if (compactionMinFiles > 0) {
            all.put("hbase.hstore.compaction.min", Integer.toString(compactionMinFiles));
        }
        all.putAll(settings);
        return new TableLayout(regions, compression, encoding, (int) blockSize, flushSize, all);
    }
}
