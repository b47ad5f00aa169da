package org.underbase.workload.cli;

import java.util.HashMap;
import java.util.Map;
import org.underbase.operator.output.SizeConverter;
import org.underbase.workload.messages.TableLayout;
import picocli.CommandLine.Option;

/** Options for the layout of the table. */
final class LayoutOptions {
    @Option(
            names = "--regions",
            paramLabel = "N",
            defaultValue = "8",
            description = "Initial number of regions. Default: ${DEFAULT-VALUE}.")
    private int regions;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            defaultValue = "GZ",
            description = {
                "Compression of data blocks: GZ (works on every HBase), ZSTD, SNAPPY, LZ4 (where the RegionServers have"
                        + " the jar or library), NONE. WALs are compressed only if the cluster is configured for it."
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
                "Size of data blocks in all families. Default: 16k for families read by column, 64k for those read by"
                        + " range."
            },
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private long blockSize;

    @Option(
            names = "--flush-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "0",
            description = {
                "Memstore size at which a region is flushed, minimum 1m. With a small value a short run flushes and"
                        + " compacts. Default: the cluster's."
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
            description = {"Further setting of the table, such as hbase.hregion.majorcompaction; may be repeated."})
    private Map<String, String> settings = new HashMap<>();

    /**
     * Creates the layout.
     *
     * @throws IllegalArgumentException if a value is invalid
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
