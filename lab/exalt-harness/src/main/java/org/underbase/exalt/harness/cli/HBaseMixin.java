package org.underbase.exalt.harness.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import picocli.CommandLine.Option;

/** Options that put an HBase on the cluster, and say what is written to it. */
final class HBaseMixin {
    /** Without an HBase they say nothing. */
    static final List<String> OF_ROWS = List.of(
            "--region-server-jvms",
            "--region-server-memory",
            "--region-server-heap",
            "--regions",
            "--value-size",
            "--rows",
            "--batch");

    private static final int REGIONS_OF_SERVER = 10;
    private static final long DEFAULT_SECONDS = 30;
    /** Of values that clients have in their hands at the same time. */
    private static final long MOST_BYTES = 512L << 20;

    @Option(
            names = "--region-servers",
            paramLabel = "R",
            defaultValue = "0",
            description =
                    "Emulated RegionServers, with a real ZooKeeper and a real Master; rows of HBase are written and"
                            + " read then, no files. Default: ${DEFAULT-VALUE}, no HBase.")
    private int regionServers;

    @Option(
            names = "--region-server-jvms",
            paramLabel = "J",
            description = "JVMs that they are spread over. Default: one for each 16.")
    private Optional<Integer> jvms = Optional.empty();

    @Option(
            names = "--region-server-memory",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = "1g",
            description =
                    "What HBase takes for the heap of each when it flushes; Tardis data in it takes next to nothing."
                            + " Default: ${DEFAULT-VALUE}.")
    private long memory;

    @Option(
            names = "--region-server-heap",
            paramLabel = "SIZE",
            converter = Size.class,
            description =
                    "Heap of a JVM of RegionServers. Default: 512m and 128m for each, more where their memory needs it.")
    private Optional<Long> heap = Optional.empty();

    @Option(
            names = "--regions",
            paramLabel = "N",
            description = "Regions of the table. Default: 10 for each RegionServer.")
    private Optional<Integer> regions = Optional.empty();

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = "1m",
            description = "Bytes of a row's value; its key has four. Default: ${DEFAULT-VALUE}.")
    private long valueSize;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "How many rows are put at most; 0 for no bound. --seconds is one, too. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "1",
            description = "Rows of a call. Default: ${DEFAULT-VALUE}.")
    private int batch;

    /**
     * Whether an HBase is wanted.
     *
     * @throws IllegalArgumentException where there cannot be so many RegionServers
     */
    boolean wanted() {
        if (regionServers < 0) {
            throw new IllegalArgumentException("at least 0 RegionServers, not " + regionServers);
        }
        return regionServers > 0;
    }

    HBaseOptions options() {
        int spread = jvms.orElse(HBaseOptions.jvmsFor(regionServers));
        return new HBaseOptions(
                regionServers,
                spread,
                memory,
                heap.orElse(HBaseOptions.heapFor((regionServers + spread - 1) / Math.max(1, spread), memory)));
    }

    /** HBase's files are as HDFS makes them when nobody says otherwise. */
    Map<String, String> settings(short replication, long blockSize) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.replication", Short.toString(replication));
        result.put("dfs.blocksize", Long.toString(blockSize));
        return result;
    }

    LoadSpec load(int writers, int readers, Optional<Long> seconds, short replication, long seed) {
        long atATime = Math.max(1L, batch) * Math.max(writers, readers);
        if (valueSize > MOST_BYTES / Math.max(1, atATime)) {
            throw new IllegalArgumentException(
                    "--value-size " + valueSize + ": " + atATime
                            + " rows at a time are more than half of the clients' heap of 1 GiB; fewer --writers, --readers or a smaller --batch");
        }
        return LoadSpec.putting(
                new RowsSpec("exalt", regions.orElse(REGIONS_OF_SERVER * regionServers), batch, false),
                writers,
                valueSize,
                rows,
                seconds.orElse(rows == 0 ? DEFAULT_SECONDS : 0L),
                replication,
                seed);
    }
}
