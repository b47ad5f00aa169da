package org.underbase.bench.exalt;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Part {@code disk}: rate of written replicas if all DataNodes share a disk of 100 MB/s. */
final class DiskPart {
    private static final double MEGA = 1e6;
    private static final int BYTES_PER_CHECKSUM = 4096;
    private static final int DATANODES = 12;
    private static final int STOCK = 3;
    /** Several, because a writer waits for the edit log on the same disk. */
    private static final int WRITERS = 4;

    private static final int WARM_UP_SECONDS = 30;
    private static final int SECONDS = 120;
    private static final int QUICK_SECONDS = 5;
    private static final long BLOCK = 128L << 20;
    private static final long FILE = 1L << 30;
    private static final long QUICK_FILE = 64L << 20;
    private static final short REPLICATION = 3;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    DiskPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        Optional<String> obstacle = SharedDisk.obstacle();
        if (obstacle.isPresent()) {
            measurements.note("disk: not measured: " + obstacle.get());
            return;
        }
        int processors = Runtime.getRuntime().availableProcessors();
        for (int run = 0; run < options.runs(); run++) {
            double stock = replicas("stock", run, false);
            double underbase = replicas("emulated", run, true);
            measurements.compared("replicas written on a disk of 100 MB/s", "MB/s", new Pair(underbase, stock));
            measurements.measured("replicas written per processor", "MB/s", underbase / processors);
            measurements.measured(
                    "replicas written, relative to the disk's bandwidth",
                    "to 1",
                    underbase / (SharedDisk.MODEL.bytesPerSecond() / MEGA));
        }
        measurements.quote("write_mb_per_core", "replicas written per processor");
        measurements.quote("vs_disk", "replicas written, relative to the disk's bandwidth");
        measurements.note(
                "disk: the NameNode, " + STOCK + " stock DataNodes or " + DATANODES
                        + " emulated DataNodes share one emulated disk of 100 MB/s and 10 ms per seek; "
                        + BYTES_PER_CHECKSUM
                        + " bytes per checksum, packets of 256 kB; clients share the processors. The time includes a final sync -f.");
    }

    private double replicas(String kind, int run, boolean emulated) throws IOException, InterruptedException {
        progress.step("disk: " + kind + ", run " + (run + 1) + " of " + options.runs());
        try (SharedDisk disk = new SharedDisk(options.workDirectory().resolve(kind + run))) {
            ClusterOptions cluster = emulated
                    ? Clusters.emulated(DATANODES, BYTES_PER_CHECKSUM, Clusters.PACKETS, disk.directory())
                    : Clusters.stock(STOCK, BYTES_PER_CHECKSUM, Clusters.PACKETS, disk.directory());
            try (ExaltCluster started = ExaltCluster.start(cluster, progress::step)) {
                // Warm up the JIT compiler, then empty the page cache of dirty pages.
                Checks.done(started.load(load("/warm-up", WARM_UP_SECONDS)).await());
                disk.sync();
                LoadSpec write = load("/disk", SECONDS);
                LoadProgress written = Checks.done(started.load(write).await());
                double sync = disk.sync();
                progress.step(String.format(
                        Locale.ROOT,
                        "disk: %s wrote %,.0f MB of replicas in %.1f s; sync to disk took %.1f s",
                        kind,
                        written.bytes() * REPLICATION / MEGA,
                        written.seconds(),
                        sync));
                if (emulated) {
                    // Only emulated DataNodes: stock ones would read for minutes.
                    Checks.same(written, started.load(write.read(WRITERS)).await());
                }
                return written.bytes() * REPLICATION / MEGA / (written.seconds() + sync);
            }
        }
    }

    private LoadSpec load(String directory, int seconds) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE,
                directory,
                WRITERS,
                options.quick() ? QUICK_FILE : FILE,
                0,
                options.quick() ? QUICK_SECONDS : seconds,
                REPLICATION,
                BLOCK,
                1,
                options.seed());
    }
}
