package org.underbase.bench.tiers.paper;

import java.util.List;
import org.underbase.bench.tiers.io.Device;
import org.underbase.testbed.report.Measurements;

/** Values that the text of the paper states; its figures are not available as numbers. */
final class PaperValues {
    private static final Policy NETWORK_AWARE = Policy.tiers().get(0);
    private static final Policy TIER_AWARE = Policy.tiers().get(1);
    private static final Policy RANDOM = Policy.tiers().get(3);

    private PaperValues() {}

    /** Adds them to the measured rows. */
    static void add(Measurements measurements) {
        for (String metric : List.of("throughput", "average I/O rate")) {
            String write = "write " + metric + ", fast network";
            measurements.published(Rows.name("3", write, NETWORK_AWARE), "1");
            measurements.published(Rows.name("3", write, Policy.HYBRID), "about 1");
            measurements.published(Rows.name("3", write, TIER_AWARE), "below 1");
            measurements.published(Rows.name("3", write, RANDOM), "below 1");
        }
        String throughput = "read throughput, fast network";
        String rate = "read average I/O rate, fast network";
        measurements.published(Rows.name("4", throughput, NETWORK_AWARE), "1");
        measurements.published(Rows.name("4", throughput, Policy.HYBRID), "1.326");
        measurements.published(Rows.name("4", throughput, TIER_AWARE), "below 1");
        measurements.published(Rows.name("4", throughput, RANDOM), "below 1, the lowest");
        measurements.published(Rows.name("4", rate, NETWORK_AWARE), "1");
        measurements.published(Rows.name("4", rate, Policy.HYBRID), "1.36");
        measurements.published(Rows.name("4", rate, TIER_AWARE), "above 1");
        measurements.published(Rows.name("4", rate, RANDOM), "below 1, the lowest");
        measurements.published(Rows.name("4", "read I/O rate standard deviation, fast network", TIER_AWARE), "high");
        placement(measurements);
        retrieval(measurements);
        networks(measurements);
        usage(measurements);
    }

    private static void placement(Measurements measurements) {
        for (Policy policy : List.of(Policy.STOCK, NETWORK_AWARE)) {
            measurements.published(Rows.single("5", "replicas on PCIe SSDs", policy), "3/39, by DataNodes");
            measurements.published(Rows.single("5", "replicas on SATA SSDs", policy), "9/39, by DataNodes");
            measurements.published(Rows.single("5", "replicas on HDDs", policy), "27/39, by DataNodes");
            measurements.published(Rows.single("5", "blocks on one rack only", policy), "0");
        }
        for (Policy policy : List.of(TIER_AWARE, Policy.HYBRID)) {
            for (Device device : Device.values()) {
                measurements.published(Rows.single("5", "replicas on " + device.title() + "s", policy), "1/3");
            }
        }
        measurements.published(Rows.single("5", "blocks on one rack only", Policy.HYBRID), "0");
        measurements.published(Rows.single("5", "blocks on one rack only", TIER_AWARE), "0.12");
        measurements.published(Rows.single("5", "blocks on one rack only", RANDOM), "0.12");
        String simulated = "39 DataNodes, ";
        measurements.published(simulated + "stock network-aware: replicas on pcie", "3/39");
        measurements.published(simulated + "hybrid: replicas on pcie", "1/3");
        measurements.published(simulated + "hybrid: blocks on one rack only", "0");
        measurements.published(simulated + "tier-aware: blocks on one rack only", "0.12");
        measurements.published(simulated + "random: blocks on one rack only", "0.12");
    }

    private static void retrieval(Measurements measurements) {
        measurements.published(
                Rows.name("6", "Grep, bytes from PCIe SSDs", Policy.HYBRID), "4 (V-D), 1.28 requests (V-F)");
        measurements.published(Rows.name("6", "Grep, bytes from PCIe and SATA SSDs", Policy.HYBRID), "1.30");
        measurements.published(Rows.name("6", "Grep, bytes from other nodes", Policy.HYBRID), "1.15");
        measurements.published(Rows.name("6", "Grep, bytes from other racks", Policy.HYBRID), "1.13");
        measurements.published(Rows.name("6", "Grep, bytes from other racks", RANDOM), "1/0.78");
        measurements.published(Rows.name("6", "Grep, bytes from other racks", TIER_AWARE), "1/0.67");
    }

    private static void networks(Measurements measurements) {
        String slow = "read average I/O rate, slow network";
        measurements.published(Rows.name("7", slow, Policy.HYBRID), "below 1");
        measurements.published(Rows.name("7", slow, TIER_AWARE), "below 1, the lowest");
        measurements.published(Rows.name("7", slow, RANDOM), "below 1, above tier-aware");
        String both = "read average I/O rate, slow by fast network";
        measurements.published(Rows.single("7", both, Policy.STOCK), "below 1");
        Policy.tiers().forEach(policy -> measurements.published(Rows.single("7", both, policy), "below 1"));
    }

    private static void usage(Measurements measurements) {
        measurements.published(
                Rows.single("9", "rate of one HDD by those of one SATA and one PCIe SSD", Policy.STOCK), "1.4");
        measurements.published(
                Rows.single("10", "Grep, bytes from SATA and PCIe SSDs by those from HDDs", Policy.HYBRID), "1.36");
        measurements.published(Rows.name("10", "maximum rate of one PCIe SSD in a second", Policy.HYBRID), "10");
        measurements.published(
                Rows.name("12", "maximum rate sent by a node with one PCIe SSD", Policy.HYBRID), "very high");
        measurements.published(
                Rows.name("12", "maximum rate sent by a node with one SATA SSD", Policy.HYBRID), "about 1");
        measurements.published(Rows.name("12", "maximum rate sent by a node with one HDD", Policy.HYBRID), "about 1");
    }
}
