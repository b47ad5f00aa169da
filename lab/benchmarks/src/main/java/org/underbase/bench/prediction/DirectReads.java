package org.underbase.bench.prediction;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.sim.disk.Disk;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Comparison of an emulated disk with its simulation, without HDFS: the same reads past the page cache. */
final class DirectReads {
    private static final long FILE_BYTES = 256L << 20;
    private static final double PERCENT = 100;

    private final BenchOptions options;
    private final Measurements measurements;

    DirectReads(BenchOptions options, Measurements measurements) {
        this.options = options;
        this.measurements = measurements;
    }

    /**
     * Reads and simulates.
     *
     * @param model speed of the disk
     * @param perSecond mean number of reads per second
     * @param seconds duration
     */
    void run(DiskModel model, double perSecond, int seconds) throws IOException, InterruptedException {
        List<TimedRead> reads = TimedRead.schedule(options.seed(), perSecond, seconds, 1, FILE_BYTES);
        TimedReads done;
        DiskCounters counters;
        try (Scratch disk = Scratch.open(Medium.SEEKING, options.workDirectory(), "prediction-disk")) {
            disk.model(DiskModel.UNLIMITED);
            Path file = disk.path().resolve("file");
            write(file);
            disk.model(model);
            DiskCounters before = disk.counters();
            done = read(file, reads);
            counters = disk.counters().minus(before);
        }
        report(done, counters, SimulatedDisks.run(requests(reads, done), model, 1));
    }

    private static void write(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
            while (channel.position() < FILE_BYTES) {
                channel.write(bytes.clear());
            }
            channel.force(true);
        }
    }

    private static TimedReads read(Path file, List<TimedRead> reads) throws IOException, InterruptedException {
        int block = Math.toIntExact(Files.getFileStore(file).getBlockSize());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            return TimedReads.run(reads, read -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(TimedRead.BYTES + block)
                        .alignedSlice(block)
                        .limit(TimedRead.BYTES);
                if (channel.read(buffer, read.offset()) != TimedRead.BYTES) {
                    throw new IOException("short read of " + file);
                }
            });
        }
    }

    /** Returns the reads as the disk received them, in the order of their starts. */
    private static List<DiskRequest> requests(List<TimedRead> reads, TimedReads done) {
        List<DiskRequest> requests = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            requests.add(DiskRequest.read(
                    done.started(i), 0, (int) (reads.get(i).offset() / Disk.PAGE), TimedRead.BYTES / Disk.PAGE));
        }
        requests.sort(Comparator.comparingLong(DiskRequest::nanos));
        return requests;
    }

    private void report(TimedReads done, DiskCounters counters, SimulatedDisks simulated) {
        String name = "emulated disk without HDFS: ";
        error(name + "busy time", (double) counters.busyNanos(), (double)
                simulated.counters().busyNanos());
        error(name + "mean latency", Latency.mean(done.nanos()), Latency.mean(simulated.readNanos()));
        measurements.note("The emulated disk received " + counters.reads() + " reads with " + counters.seeks()
                + " seeks, the simulated one " + simulated.counters().reads() + " with "
                + simulated.counters().seeks()
                + ". Targets: an error of the busy time of 2%, of the mean latency of 5%.");
    }

    private void error(String name, double measured, double simulated) {
        measurements.measured(name, "ms", measured / 1e6);
        measurements.measured(name + ", simulated", "ms", simulated / 1e6);
        measurements.measured(name + ", error", "%", PERCENT * Measure.relativeError(simulated, measured));
    }
}
