package org.underbase.exalt.harness.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine.Option;

/** Options that add an HBase to the cluster and describe its load. */
final class HBaseMixin {
    /** Options that have an effect with HBase only. */
    static final List<String> ROW_OPTIONS = List.of(
            "--region-server-jvms",
            "--region-server-memory",
            "--region-server-heap",
            "--regions",
            "--value-size",
            "--rows",
            "--batch");

    private static final int REGIONS_PER_SERVER = 10;
    /** Maximum size of the values that clients hold concurrently, in bytes. */
    private static final long MAX_BYTES = 512L << 20;

    @Option(
            names = "--region-servers",
            paramLabel = "R",
            defaultValue = "0",
            description =
                    "Emulated RegionServers, with a real ZooKeeper and a real Master. Clients then write and read rows instead of"
                            + " files. Default: ${DEFAULT-VALUE}, no HBase.")
    private int regionServers;

    @Option(
            names = "--region-server-jvms",
            paramLabel = "J",
            description = "JVMs for the emulated RegionServers. Default: one per 16.")
    private Integer jvms;

    @Option(
            names = "--region-server-memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "1g",
            description =
                    "Configured memory of each RegionServer, which determines when it flushes; Tardis data uses little of it."
                            + " Default: ${DEFAULT-VALUE}.")
    private long memory;

    @Option(
            names = "--region-server-heap",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Heap of each JVM of RegionServers. Default: 512m plus 128m per RegionServer, more if their memory requires it.")
    private Long heap;

    @Option(names = "--regions", paramLabel = "N", description = "Regions of the table. Default: 10 per RegionServer.")
    private Integer regions;

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "1m",
            description = "Size of a row's value; the key has 4 bytes. Default: ${DEFAULT-VALUE}.")
    private long valueSize;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Maximum number of rows to put; 0 for unlimited. --duration is a limit, too. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "1",
            description = "Rows per call. Default: ${DEFAULT-VALUE}.")
    private int batch;

    /**
     * Returns whether to start HBase.
     *
     * @throws IllegalArgumentException if the number of RegionServers is negative
     */
    boolean wanted() {
        if (regionServers < 0) {
            throw new IllegalArgumentException("invalid --region-servers " + regionServers + ": must be at least 0");
        }
        return regionServers > 0;
    }

    /** Returns whether no number of rows limits the load. */
    boolean unlimitedRows() {
        return rows == 0;
    }

    HBaseOptions options() {
        int spread = jvms == null ? HBaseOptions.jvmsFor(regionServers) : jvms;
        return new HBaseOptions(
                regionServers,
                spread,
                memory,
                heap == null ? HBaseOptions.heapFor((regionServers + spread - 1) / Math.max(1, spread), memory) : heap);
    }

    /** Returns the settings of HBase's files. */
    Map<String, String> settings(short replication, long blockSize) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.replication", Short.toString(replication));
        result.put("dfs.blocksize", Long.toString(blockSize));
        return result;
    }

    LoadSpec load(int writers, int readers, long seconds, short replication, long seed) {
        long atATime = Math.max(1L, batch) * Math.max(writers, readers);
        if (valueSize > MAX_BYTES / Math.max(1, atATime)) {
            throw new IllegalArgumentException(
                    "invalid --value-size " + valueSize + ": " + atATime
                            + " concurrent rows exceed half of the clients' heap of 1 GiB; reduce --writers, --readers or --batch");
        }
        return LoadSpec.putting(
                new RowsSpec("exalt", regions == null ? REGIONS_PER_SERVER * regionServers : regions, batch, false),
                writers,
                valueSize,
                rows,
                seconds,
                replication,
                seed);
    }
}
