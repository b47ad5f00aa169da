package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.Drive;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.tier.mapreduce.TieredInputFormat;

/** TeraGen and Grep of its output on one cluster. */
final class TeraGenAndGrep {
    /** Bytes of a block: a multiple of a row's and of a checksum's, so that every block is one split. */
    private static final int FULL_BLOCK = 8_192_000;

    private static final int QUICK_BLOCK = 1_024_000;
    private static final int ROW_BYTES = 100;
    /** Pattern of each 4,096th row: the last three of the 32 hexadecimal digits of its number. */
    private static final String PATTERN = "\\x11[0-9A-F]{29}(000)";

    private static final int ROWS_PER_MATCH = 4096;

    private static final String ORDERED = "-Dmapreduce.job.inputformat.class=" + TieredInputFormat.class.getName();

    /**
     * Run of Grep.
     *
     * @param run its jobs
     * @param byTier bytes read from each kind of device
     * @param linkBytes bytes received over the links of all nodes
     */
    record Search(ToolResult run, Map<Device, Long> byTier, long linkBytes) {
        long diskBytes() {
            return byTier.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final IoCluster cluster;
    private final MapReduceCluster yarn;
    private final int block;
    private final long rows;
    private int searches;

    /**
     * Creates the workload.
     *
     * @param cluster HDFS on emulated devices
     * @param yarn YARN on its nodes
     * @param quick whether to process a tiny amount of data
     */
    TeraGenAndGrep(IoCluster cluster, MapReduceCluster yarn, boolean quick) {
        this.cluster = cluster;
        this.yarn = yarn;
        this.block = quick ? QUICK_BLOCK : FULL_BLOCK;
        int blocksPerNode = quick ? 1 : 2;
        this.rows = (long) cluster.nodes().size() * blocksPerNode * block / ROW_BYTES;
    }

    /** Runs both programs with little data at full speed, so that the daemons have compiled their code. */
    void warmUp() throws IOException {
        yarn.teraGen(List.of(), ROWS_PER_MATCH, "/warm-up");
        yarn.grep(List.of(), "/warm-up", "/found-warm-up", PATTERN, 1);
    }

    /**
     * Creates files over a fast network, one per node.
     *
     * @param directory directory to create
     * @return duration in seconds
     */
    double generate(String directory) throws IOException {
        cluster.network(Device.FAST_LINK);
        cluster.writing();
        return yarn.teraGen(List.of("-Ddfs.blocksize=" + block), rows, directory)
                .seconds();
    }

    /**
     * Searches files, with cold page caches.
     *
     * @param directory directory of the files
     * @param link rate of every node's link
     * @param ordered whether to use {@link TieredInputFormat}
     */
    Search search(String directory, String link, boolean ordered) throws IOException {
        cluster.network(link);
        cluster.evict();
        List<DiskBytes> before = cluster.bytes();
        long received = received();
        ToolResult run =
                yarn.grep(ordered ? List.of(ORDERED) : List.of(), directory, "/found-" + ++searches, PATTERN, 1);
        long matches = run.first().counter("MAP_OUTPUT_RECORDS");
        long expected = (rows + ROWS_PER_MATCH - 1) / ROWS_PER_MATCH;
        if (matches != expected) {
            throw new IOException("Grep found " + matches + " of " + expected + " rows");
        }
        Map<Device, Long> byTier = new EnumMap<>(Device.class);
        List<DiskBytes> after = cluster.bytes();
        List<Drive> drives = cluster.drives();
        for (int i = 0; i < drives.size(); i++) {
            byTier.merge(
                    drives.get(i).device(), after.get(i).minus(before.get(i)).read(), Long::sum);
        }
        return new Search(run, byTier, received() - received);
    }

    private long received() throws IOException {
        return Arrays.stream(cluster.received()).sum();
    }
}
