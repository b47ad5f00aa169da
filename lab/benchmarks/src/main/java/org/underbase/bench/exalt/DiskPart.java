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

/** How fast replicas are written where all DataNodes share a disk of 100 MB/s. */
final class DiskPart {
    private static final double MEGA = 1e6;
    private static final int BYTES_PER_CHECKSUM = 4096;
    private static final int DATANODES = 12;
    private static final int STOCK = 3;
    /** While one waits for the edit log, which is on the disk as well, others write. */
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
            measurements.measured("replicas written for each processor", "MB/s", underbase / processors);
            measurements.measured(
                    "replicas written, to what the disk takes",
                    "to 1",
                    underbase / (SharedDisk.MODEL.bytesPerSecond() / MEGA));
        }
        measurements.quote("write_mb_per_core", "replicas written for each processor");
        measurements.quote("vs_disk", "replicas written, to what the disk takes");
        measurements.note("disk: the NameNode, " + STOCK + " stock DataNodes and " + DATANODES
                + " emulated ones in turn are on one emulated"
                + " disk of 100 MB/s and 10 ms, " + BYTES_PER_CHECKSUM
                + " bytes per checksum, packets of 256 kB; clients are on the same processors. The time until all of it is on the"
                + " disk counts, which is waited for at the end (sync -f).");
    }

    private double replicas(String kind, int run, boolean emulated) throws IOException, InterruptedException {
        progress.step("disk: " + kind + ", run " + (run + 1) + " of " + options.runs());
        try (SharedDisk disk = new SharedDisk(options.workDirectory().resolve(kind + run))) {
            ClusterOptions cluster = emulated
                    ? Clusters.emulated(DATANODES, BYTES_PER_CHECKSUM, Clusters.PACKETS, disk.directory())
                    : Clusters.stock(STOCK, BYTES_PER_CHECKSUM, Clusters.PACKETS, disk.directory());
            try (ExaltCluster started = ExaltCluster.start(cluster, progress::step)) {
                // Compilers have done their work then, and nothing of it is left in memory.
                Checks.done(started.load(load("/warm-up", WARM_UP_SECONDS)).await());
                disk.sync();
                LoadSpec write = load("/disk", SECONDS);
                LoadProgress written = Checks.done(started.load(write).await());
                double sync = disk.sync();
                progress.step(String.format(
                        Locale.ROOT,
                        "disk: %s wrote %,.0f MB of replicas in %.1f s, and %.1f s more until they were on the disk",
                        kind,
                        written.bytes() * REPLICATION / MEGA,
                        written.seconds(),
                        sync));
                if (emulated) {
                    // To read it all back takes a real disk minutes, and is no question.
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
