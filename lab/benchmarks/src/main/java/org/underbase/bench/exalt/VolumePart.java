package org.underbase.bench.exalt;

import java.io.IOException;
import java.util.Locale;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code volume}: terabytes of replicas written within an hour, which are then read and compared. */
final class VolumePart {
    private static final double TERA = 1e12;
    private static final double MEGA = 1e6;
    private static final int BYTES_PER_CHECKSUM = 4096;
    private static final int DATANODES = 12;
    /** One per processor, so that written data stays in the processor's cache. */
    private static final int WRITERS = 2;

    private static final int SECONDS = 3600;
    private static final int QUICK_SECONDS = 10;
    private static final long BLOCK = 128L << 20;
    private static final long FILE = 4L << 30;
    private static final double TOTAL = 10e12;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    VolumePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        progress.step("volume: at most an hour");
        short replication = 3;
        LoadSpec write = new LoadSpec(
                LoadSpec.Kind.WRITE,
                "/volume",
                WRITERS,
                FILE,
                // Complete files, rounded up.
                (long) Math.ceil(TOTAL / replication / FILE),
                options.quick() ? QUICK_SECONDS : SECONDS,
                replication,
                BLOCK,
                1,
                options.seed());
        RunOptions run = new RunOptions(
                Clusters.emulated(
                        DATANODES,
                        BYTES_PER_CHECKSUM,
                        Clusters.PACKETS,
                        options.workDirectory().resolve("volume")),
                write,
                2,
                false);
        RunResult result = new Run(run, progress::step).run();
        Checks.noErrors(result);
        Phase phase = result.phases().get(0);
        measurements.measured("replicas written within an hour", "TB", phase.sentBytes() / TERA);
        measurements.measured("volume: duration", "s", phase.seconds());
        measurements.measured("volume: replicas written", "MB/s", phase.sentBytes() / MEGA / phase.seconds());
        measurements.measured("volume: bytes on disk", "MB", result.space().allocatedBytes() / MEGA);
        measurements.measured(
                "volume: read back and compared", "MB/s", result.phases().get(1).megabytesPerSecond());
        measurements.quote("logical_tb", "replicas written within an hour");
        measurements.note(String.format(
                Locale.ROOT,
                "volume: %d emulated DataNodes, %d bytes per checksum, replication %d, blocks of 128 MiB, packets of 256 kB; the end of the"
                        + " time truncates open files. Clients then compared the length, checksums and bytes of every file, reading one replica"
                        + " per block.",
                DATANODES,
                BYTES_PER_CHECKSUM,
                replication));
    }
}
