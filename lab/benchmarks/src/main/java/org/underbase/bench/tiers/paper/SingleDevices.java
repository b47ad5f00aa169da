package org.underbase.bench.tiers.paper;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Layout;
import org.underbase.bench.tiers.io.Setup;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Rows of Figure 8: stock HDFS on 15 nodes with 3 PCIe SSDs, 6 SATA SSDs or 15 HDDs only. */
final class SingleDevices {
    private static final Map<Device, Integer> PER_RACK =
            new EnumMap<>(Map.of(Device.PCIE, 1, Device.SATA, 2, Device.HDD, 5));

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int blocks;

    SingleDevices(BenchOptions options, ProgressLine progress, Measurements measurements, int blocks) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.blocks = blocks;
    }

    /** Times of the two jobs. */
    private record Times(double write, double read) {}

    void run() throws IOException, InterruptedException {
        Map<Device, Times> times = new EnumMap<>(Device.class);
        for (Device device : Device.values()) {
            times.put(device, measure(device));
        }
        Times pcie = times.get(Device.PCIE);
        for (Device device : Device.values()) {
            Times own = times.get(device);
            measurements.measured(name("TeraGen", device), "s", own.write());
            measurements.measured(name("Grep", device), "s", own.read());
            if (device != Device.PCIE) {
                measurements.measured(ratio("TeraGen", device), "x", own.write() / pcie.write());
                measurements.measured(ratio("Grep", device), "x", own.read() / pcie.read());
            }
        }
    }

    private static String name(String job, Device device) {
        return "Figure 8, time of " + job + ", " + 3 * PER_RACK.get(device) + " " + device.title() + "s";
    }

    /** Returns the name of the time on devices divided by the time on PCIe SSDs. */
    static String ratio(String job, Device device) {
        return name(job, device) + " by that on 3 PCIe SSDs";
    }

    private Times measure(Device device) throws IOException, InterruptedException {
        progress.step("paper: starting 15 nodes with DataNodes on " + device.title() + "s only");
        try (IoCluster cluster = new IoCluster(
                Setup.NETWORK_AWARE,
                Layout.only(device, PER_RACK.get(device)),
                options.workDirectory().resolve("paper-only-" + device.tier()))) {
            Experiment experiment = new Experiment(cluster, blocks, options.seed(), progress);
            experiment.warmUp();
            progress.step("paper: TeraGen and Grep on " + device.title() + "s only");
            String directory = Policy.STOCK.directory(0);
            cluster.directory(directory, "");
            Files files = experiment.files(directory + "/files");
            double write = experiment.write(files).endSeconds(1);
            cluster.evict();
            double read = experiment.grep(files, Policy.STOCK, 0).moved().endSeconds(1);
            return new Times(write, read);
        }
    }
}
