package org.underbase.bench.tiers.paper;

import java.util.Map;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.Moved;
import org.underbase.bench.tiers.io.TaskRows;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Rows of Figures 3 to 7 and 9 to 12. */
final class Rows {
    private static final double MEGA = 1e6;
    private static final String RATE = "MB/s";
    private static final String SHARE = "of 1";

    private final Measurements measurements;

    Rows(Measurements measurements) {
        this.measurements = measurements;
    }

    /** Returns the name of a row that compares a policy with stock. */
    static String name(String figure, String quantity, Policy policy) {
        return "Figure " + figure + ", " + quantity + ", " + policy.title() + " vs " + Policy.STOCK.title();
    }

    /** Returns the name of a row with one policy. */
    static String single(String figure, String quantity, Policy policy) {
        return "Figure " + figure + ", " + quantity + ", " + policy.title();
    }

    /** Adds a run of TestDFSIO with stock. */
    void dfsio(Observed.Dfsio stock) {
        alone(Policy.STOCK, stock);
    }

    /** Adds a run of TestDFSIO with a policy. */
    void dfsio(Policy policy, Observed.Dfsio observed, Observed.Dfsio stock) {
        rates("3", "write", "fast", policy, observed.write(), stock.write());
        rates("4", "read", "fast", policy, observed.read(), stock.read());
        alone(policy, observed);
    }

    private void alone(Policy policy, Observed.Dfsio dfsio) {
        TaskRows.add(measurements, policy.title() + ", write, fast network", dfsio.write());
        TaskRows.add(measurements, policy.title() + ", read, fast network", dfsio.read());
    }

    /** Adds the other measurements of stock HDFS. */
    void stock(Observed stock) {
        alone(Policy.STOCK, stock);
    }

    /** Adds the other measurements of a policy. */
    void compare(Policy policy, Observed observed, Observed stock) {
        rates("7", "read", "slow", policy, observed.slowRead(), stock.slowRead());
        rates("7", "write", "slow", policy, observed.slowWrite(), stock.slowWrite());
        pair(
                name("6", "Grep, bytes from PCIe SSDs", policy),
                SHARE,
                share(observed, Device.PCIE),
                share(stock, Device.PCIE));
        pair(name("6", "Grep, bytes from PCIe and SATA SSDs", policy), SHARE, fast(observed), fast(stock));
        pair(name("6", "Grep, bytes from other nodes", policy), SHARE, observed.otherNode(), stock.otherNode());
        pair(name("6", "Grep, bytes from other racks", policy), SHARE, observed.remote(), stock.remote());
        pair(
                name("6", "Grep, rate of all tasks", policy),
                RATE,
                observed.grep().bytesPerSecond() / MEGA,
                stock.grep().bytesPerSecond() / MEGA);
        for (Device device : Device.values()) {
            pair(
                    name("10", "maximum rate of one " + device.title() + " in a second", policy),
                    RATE,
                    peak(observed.usage().peakDisk(), device),
                    peak(stock.usage().peakDisk(), device));
            pair(
                    name("12", "maximum rate sent by a node with one " + device.title(), policy),
                    RATE,
                    peak(observed.usage().peakLink(), device),
                    peak(stock.usage().peakLink(), device));
        }
        alone(policy, observed);
    }

    private void rates(String figure, String kind, String network, Policy policy, Moved observed, Moved stock) {
        String end = ", " + network + " network";
        pair(
                name(figure, kind + " throughput" + end, policy),
                RATE,
                observed.throughput() / MEGA,
                stock.throughput() / MEGA);
        pair(
                name(figure, kind + " average I/O rate" + end, policy),
                RATE,
                observed.averageRate() / MEGA,
                stock.averageRate() / MEGA);
        pair(
                name(figure, kind + " I/O rate standard deviation" + end, policy),
                RATE,
                observed.rateDeviation() / MEGA,
                stock.rateDeviation() / MEGA);
    }

    private void alone(Policy policy, Observed observed) {
        for (Device device : Device.values()) {
            one(single("5", "replicas on " + device.title() + "s", policy), SHARE, observed.replicas(device));
            one(single("6", "Grep, bytes from " + device.title() + "s", policy), SHARE, share(observed, device));
        }
        one(single("5", "blocks on one rack only", policy), SHARE, observed.oneRack());
        one(
                single("7", "read average I/O rate, slow by fast network", policy),
                "x",
                observed.slowRead().averageRate() / observed.dfsio().read().averageRate());
        one(
                single("9", "rate of one HDD by those of one SATA and one PCIe SSD", policy),
                "x",
                observed.usage().read(Device.HDD)
                        / 9.0
                        / (observed.usage().read(Device.SATA) / 3.0
                                + observed.usage().read(Device.PCIE)));
        one(
                single("10", "Grep, bytes from SATA and PCIe SSDs by those from HDDs", policy),
                "x",
                observed.usage().fast() / (double) observed.usage().read(Device.HDD));
        one(policy.title() + ": best split of reads", RATE, observed.bestSplit() / MEGA);
        TaskRows.add(measurements, policy.title() + ", Grep, fast network", observed.grep());
        TaskRows.add(measurements, policy.title() + ", read, slow network", observed.slowRead());
        TaskRows.add(measurements, policy.title() + ", write, slow network", observed.slowWrite());
    }

    private static double share(Observed observed, Device device) {
        return observed.usage().read(device) / (double) observed.usage().all();
    }

    private static double fast(Observed observed) {
        return observed.usage().fast() / (double) observed.usage().all();
    }

    private static double peak(Map<Device, Double> peaks, Device device) {
        return peaks.getOrDefault(device, 0.0) / MEGA;
    }

    private void one(String name, String unit, double value) {
        measurements.measured(name, unit, value);
    }

    /** Adds a comparison; a quantity that stock lacks in this run has no ratio. */
    private void pair(String name, String unit, double observed, double stock) {
        if (stock > 0) {
            measurements.compared(name, unit, new Pair(observed, stock));
        } else {
            measurements.note(name + ": " + observed + " " + unit + ", 0 with stock.");
        }
    }
}
