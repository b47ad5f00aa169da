package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Rows of Figure 8: stock HDFS on 15 nodes with 3 PCIe SSDs, 6 SATA SSDs or 15 HDDs only. */
public final class SingleDevices {
    private final String part;
    private final String figure;
    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the rows of a part.
     *
     * @param part name of the part
     * @param figure prefix of the rows
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public SingleDevices(
            String part, String figure, BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.part = part;
        this.figure = figure;
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Times of the two jobs, in seconds.
     *
     * @param write time of TeraGen
     * @param read time of Grep
     */
    public record Times(double write, double read) {}

    /** Both jobs on a cluster. */
    public interface Jobs {
        /** Runs TeraGen and, with cold page caches, Grep. */
        Times run(IoCluster cluster) throws IOException, InterruptedException;
    }

    /**
     * Measures both jobs on each kind of device and adds the values that the paper's text states.
     *
     * @param jobs the jobs
     * @throws IOException if a cluster does not start, or a job fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run(Jobs jobs) throws IOException, InterruptedException {
        Map<Device, Times> times = new EnumMap<>(Device.class);
        for (Device device : Device.values()) {
            progress.step(part + ": starting 15 nodes with DataNodes on " + device.title() + "s only");
            try (IoCluster cluster = new IoCluster(
                    Setup.NETWORK_AWARE,
                    Layout.only(device),
                    options.workDirectory().resolve(part + "-only-" + device.tier()))) {
                progress.step(part + ": TeraGen and Grep on " + device.title() + "s only");
                times.put(device, jobs.run(cluster));
            }
        }
        Times pcie = times.get(Device.PCIE);
        times.forEach((device, own) -> {
            measurements.measured(name("TeraGen", device), "s", own.write());
            measurements.measured(name("Grep", device), "s", own.read());
            if (device != Device.PCIE) {
                measurements.measured(ratio("TeraGen", device), "x", own.write() / pcie.write());
                measurements.measured(ratio("Grep", device), "x", own.read() / pcie.read());
                measurements.published(ratio("TeraGen", device), "below 1");
            }
        });
        measurements.published(ratio("Grep", Device.SATA), "above 1");
        measurements.published(ratio("Grep", Device.HDD), "1.2");
    }

    private String name(String job, Device device) {
        return figure + ", time of " + job + ", " + Layout.only(device).dataNodes() + " " + device.title() + "s";
    }

    private String ratio(String job, Device device) {
        return name(job, device) + " by that on 3 PCIe SSDs";
    }
}
