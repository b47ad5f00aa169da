package org.underbase.bench.combinedlog.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.underbase.bench.combinedlog.cluster.Call;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.cluster.Logs;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Memory;
import org.underbase.bench.combinedlog.media.OpenResources;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Part {@code writes}: bytes to disk per synced byte, and the latency that the second write of synced bytes costs. The first
 * write of a synced byte goes to the journal, the second to the block file. A third side has its block files in memory: it is the
 * bound of every design that writes synced bytes once.
 */
public final class WritesPart {
    private static final int LOGS = 12;
    /** At this load, a segment lasts about a minute, as with defaults after their growth. */
    private static final String SEGMENT = "128m";

    private static final Duration DELETION = Duration.ofMinutes(1);
    private static final String LOAD = LOGS + " logs, hsync";
    private static final String SEEKING = Medium.SEEKING.title();
    private static final String NAME = SEEKING + ", " + LOAD + ", with write-back";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration skip;
    private final Duration count;
    private final Duration brief;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public WritesPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        // The kernel writes pages back when they are 30 s old and checks every 5 s: the measured time includes it.
        this.skip = Duration.ofSeconds(options.quick() ? 1 : 25);
        this.count = Duration.ofSeconds(options.quick() ? 1 : 15);
        this.brief = Duration.ofSeconds(options.quick() ? 1 : 4);
    }

    /** Compared DataNodes. */
    private enum Side {
        UNDERBASE("Underbase", true),
        JOURNAL_ONLY("Underbase with block files in memory", true),
        STOCK("stock", false);

        private final String title;
        private final boolean journaled;

        Side(String title, boolean journaled) {
            this.title = title;
            this.journaled = journaled;
        }
    }

    /**
     * DataNode of a side.
     *
     * @param side the side
     * @param disk emulated disk
     * @param data directory of the replicas
     * @param cluster cluster with this DataNode
     */
    private record Server(Side side, Scratch disk, Path data, LogCluster cluster) implements Closeable {
        @Override
        public void close() throws IOException {
            try (disk) {
                cluster.close();
            }
        }

        /** Waits until the DataNode has deleted all replicas. */
        void awaitEmpty() throws IOException {
            Await.until(
                    "the deletion of all replicas in " + data,
                    DELETION,
                    () -> replicas() + " files are left",
                    () -> replicas() == 0);
        }

        private long replicas() throws IOException {
            try (Stream<Path> files = Files.walk(data)) {
                return files.filter(file -> file.getFileName().toString().startsWith("blk_"))
                        .count();
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof NoSuchFileException) {
                    // The DataNode has deleted a file during the walk: count again.
                    return 1;
                }
                throw e.getCause();
            }
        }
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        measurements.quote("bytes_per_synced_byte", bytes(Side.UNDERBASE, SEEKING));
        measurements.quote("bytes_per_synced_byte_stock", bytes(Side.STOCK, SEEKING));
        measurements.note(
                "writes: one DataNode per side, segments of " + SEGMENT + " that do not grow. Bytes to disk are"
                        + " the kernel's writes to the emulated device: journal, block files, checksum files and ext4's metadata, after"
                        + " all pages were written back, or after the files were deleted. Latencies on the seeking disk are those from 25"
                        + " to 40 s after the first append, which include the kernel's write-back. With the block files in memory, the"
                        + " device contains only the journal: no design that writes synced bytes once is faster.");
        Map<Side, Server> servers = new EnumMap<>(Side.class);
        try (OpenResources open = new OpenResources()) {
            for (Side side : Side.values()) {
                progress.step("writes: starting a DataNode, " + side.title);
                servers.put(side, open.add(start(side)));
            }
            for (Server server : servers.values()) {
                progress.step("writes: warming up, " + server.side().title);
                server.disk().model(DiskModel.HDD);
                try (Logs logs = new Logs(server.cluster(), Call.HSYNC, 1, LOGS)) {
                    append(logs, brief);
                }
                server.awaitEmpty();
            }
            for (int run = 0; run < options.runs(); run++) {
                measure(run, servers);
            }
        }
    }

    private Server start(Side side) throws IOException {
        String name = side == Side.JOURNAL_ONLY ? "writes-memory" : "writes";
        String sideName = LogCluster.sideName(name, side.journaled);
        ClusterRecipe recipe = LogCluster.recipe(name, side.journaled, options.workDirectory());
        Scratch disk = Scratch.open(Medium.SEEKING, options.workDirectory(), sideName + "-disk");
        try {
            Path data = side == Side.JOURNAL_ONLY
                    ? Memory.directory(options.workDirectory(), sideName).resolve("block-files")
                    : disk.path().resolve("data");
            recipe.dataNode("n1", dataNode -> dataNode.directory(data));
            if (side.journaled) {
                recipe.set(
                        CombinedLogKeys.DIR.name(),
                        disk.path().resolve("journal").toString());
                recipe.set(CombinedLogKeys.SEGMENT_SIZE.name(), SEGMENT);
                recipe.set(CombinedLogKeys.SEGMENT_MAX.name(), SEGMENT);
            }
            disk.model(DiskModel.UNLIMITED);
            return new Server(side, disk, data, LogCluster.start(recipe, Medium.MACHINE));
        } catch (IOException | RuntimeException e) {
            disk.close();
            throw e;
        }
    }

    private void measure(int run, Map<Side, Server> servers) throws IOException, InterruptedException {
        List<Server> order = new ArrayList<>(servers.values());
        if (Order.of(run) == Order.STOCK_FIRST) {
            Collections.reverse(order);
        }
        Map<Side, Timings> timings = new EnumMap<>(Side.class);
        for (Server server : order) {
            progress.step("writes: run " + (run + 1) + " of " + options.runs() + ", " + server.side().title);
            timings.put(server.side(), kept(server, SEEKING, skip, count));
            server.awaitEmpty();
            deleted(server);
            server.disk().model(DiskModel.SSD);
            kept(server, "emulated SSD", brief);
            server.awaitEmpty();
            server.disk().model(DiskModel.HDD);
        }
        Timings underbase = timings.get(Side.UNDERBASE);
        Timings journalOnly = timings.get(Side.JOURNAL_ONLY);
        Timings stock = timings.get(Side.STOCK);
        Compare.latencies(measurements, NAME, underbase, stock);
        Compare.latencies(measurements, NAME + ", block files in memory", journalOnly, stock);
        measurements.measured(
                NAME + ": gain of p50 without the second write, relative to the gain over stock",
                "%",
                100 * (underbase.p50() - journalOnly.p50()) / (stock.p50() - underbase.p50()));
    }

    /** Reads the device's counter before the first append and after all pages are written back. */
    private Timings kept(Server server, String disk, Duration... times) throws IOException, InterruptedException {
        try (Logs logs = new Logs(server.cluster(), Call.HSYNC, 1, LOGS)) {
            long before = server.disk().written();
            List<Timings> timings = append(logs, times);
            measured(server, disk, server.disk().written() - before, timings);
            return timings.get(timings.size() - 1);
        }
    }

    /** As {@link #kept}, but the files are deleted before the kernel writes back their pages. */
    private void deleted(Server server) throws IOException, InterruptedException {
        long before;
        List<Timings> timings;
        try (Logs logs = new Logs(server.cluster(), Call.HSYNC, 1, LOGS)) {
            before = server.disk().written();
            timings = append(logs, brief);
        }
        server.awaitEmpty();
        measured(server, SEEKING + ", deleted", server.disk().written() - before, timings);
    }

    private static List<Timings> append(Logs logs, Duration... times) throws IOException, InterruptedException {
        List<Timings> timings = new ArrayList<>();
        for (Duration time : times) {
            timings.add(logs.append(LOGS, Duration.ZERO, time));
        }
        return timings;
    }

    private void measured(Server server, String disk, long written, List<Timings> timings) {
        long synced = Logs.APPEND_BYTES
                * timings.stream().mapToLong(Timings::executions).sum();
        measurements.measured(bytes(server.side(), disk), "", (double) written / synced);
    }

    private static String bytes(Side side, String disk) {
        return disk + ", " + LOAD + ": bytes to disk per synced byte, " + side.title;
    }
}
