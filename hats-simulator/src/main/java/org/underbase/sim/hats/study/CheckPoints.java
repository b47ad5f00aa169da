package org.underbase.sim.hats.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.study.TestbedStudy.OneTier;

/**
 * Comparison with hatS. The paper's plots have no numbers, so that most values are from its text; the tolerances reflect
 * parameters that it does not state. Relations are of a policy to network-aware, in percent.
 */
public final class CheckPoints {
    private static final double MOST = Double.POSITIVE_INFINITY;
    private static final double PERCENT = 100;
    private static final double POINTS = 15;
    private static final double LARGE_POINTS = 10;
    /** Shares of reads from SSDs in the paper's Figure 13: 52% with hybrid, 52% / 1.68 with network-aware. */
    private static final double[] SSD_SHARES = {0.52 / 1.68, 0.52};

    private final List<CheckPoint> points = new ArrayList<>();

    private CheckPoints() {}

    /** Compares Figures 3 to 12; omits comparisons with a policy that did not run. */
    public static List<CheckPoint> of(TestbedStudy study) {
        CheckPoints check = new CheckPoints();
        check.dfsio(study.policies());
        check.shares(study.policies());
        check.use(study.policies());
        check.devices(study.oneTier());
        return List.copyOf(check.points);
    }

    /** Compares Figure 13; omits comparisons with a policy that did not run. */
    public static List<CheckPoint> of(ClusterStudy study) {
        CheckPoints check = new CheckPoints();
        check.cluster(study);
        return List.copyOf(check.points);
    }

    /** Returns Figure 13 by arithmetic: the devices alone, with the paper's shares of reads from SSDs. */
    public static List<CheckPoint> deviceMix() {
        double[] seconds = new double[2];
        double[] rates = new double[2];
        for (int i = 0; i < SSD_SHARES.length; i++) {
            double ssd = SSD_SHARES[i];
            seconds[i] = ssd / DeviceClass.PCIE.readRate() + (1 - ssd) / DeviceClass.HDD.readRate();
            rates[i] = 1 / seconds[i];
        }
        CheckPoints check = new CheckPoints();
        String where = "H13, arithmetic";
        check.range(where, "rate at the paper's SSD shares, %", 37, over(rates[1], rates[0]), LARGE_POINTS);
        check.range(where, "time at the paper's SSD shares, %", -26, over(seconds[1], seconds[0]), LARGE_POINTS);
        return List.copyOf(check.points);
    }

    private static double over(double value, double base) {
        return PERCENT * (value / base - 1);
    }

    /** Returns the difference of a policy from network-aware, in percent; not a number if one did not run. */
    private static double over(Map<Policy, Metrics> policies, Policy policy, Metric metric) {
        return over(of(policies, policy, metric), of(policies, Policy.NETWORK_AWARE, metric));
    }

    private static double of(Map<Policy, Metrics> policies, Policy policy, Metric metric) {
        Metrics metrics = policies.get(policy);
        return metrics == null ? Double.NaN : metrics.of(metric);
    }

    /** @param points tolerance, in percentage points */
    private void range(String where, String quantity, double paper, double value, double points) {
        add(where, quantity, Kind.CHECK, CheckPoint.number(paper), value, paper - points, paper + points);
    }

    private void sign(String where, String quantity, String paper, double value, double low, double high) {
        add(where, quantity, Kind.SIGN, paper, value, low, high);
    }

    private void add(String where, String quantity, Kind kind, String paper, double value, double low, double high) {
        if (!Double.isNaN(value)) {
            points.add(new CheckPoint(where, quantity, kind, paper, value, low, high));
        }
    }

    private void dfsio(Map<Policy, Metrics> all) {
        double hybrid = over(all, Policy.HYBRID, Metric.WRITE_THROUGHPUT);
        range("H3", "write, hybrid, %", 0, hybrid, POINTS);
        double tiered = over(all, Policy.TIER_AWARE, Metric.WRITE_THROUGHPUT);
        sign("H3", "write, tier-aware, %", "lower", tiered, -PERCENT, 0);
        double random = over(all, Policy.RANDOM, Metric.WRITE_THROUGHPUT);
        sign("H3", "write, random, %", "lower", random, -PERCENT, 0);
        double own = over(all, Policy.HYBRID, Metric.OWN_READ_THROUGHPUT);
        range("H4", "read of own file, hybrid, %", 32.6, own, POINTS);
        double ownRate = over(all, Policy.HYBRID, Metric.OWN_READ_RATE);
        range("H4", "rate of own file, hybrid, %", 36, ownRate, POINTS);
        double read = over(all, Policy.HYBRID, Metric.READ_THROUGHPUT);
        range("H4", "read of random file, hybrid, %", 32.6, read, POINTS);
        double rate = over(all, Policy.HYBRID, Metric.READ_RATE);
        range("H4", "rate of random file, hybrid, %", 36, rate, POINTS);
        double slow = over(all, Policy.HYBRID, Metric.SLOW_READ_RATE);
        sign("H7", "rate at 1 Gb/s, hybrid, %", "lower", slow, -PERCENT, 0);
        double slowTiered = of(all, Policy.TIER_AWARE, Metric.SLOW_READ_RATE);
        double slowRandom = of(all, Policy.RANDOM, Metric.SLOW_READ_RATE);
        sign("H7", "rate at 1 Gb/s, tier-aware over random, %", "< 0", over(slowTiered, slowRandom), -PERCENT, 0);
    }

    private void shares(Map<Policy, Metrics> all) {
        double oneRack = of(all, Policy.RANDOM, Metric.ONE_RACK);
        range("H5", "blocks on one rack, random, %", 12, PERCENT * oneRack, 3);
        double tiered = of(all, Policy.TIER_AWARE, Metric.ONE_RACK);
        range("H5", "blocks on one rack, tier-aware, %", 12, PERCENT * tiered, 3);
        double safe = of(all, Policy.HYBRID, Metric.ONE_RACK);
        sign("H5", "blocks on one rack, hybrid, %", "0", PERCENT * safe, 0, 0);
        share(all, "T I", "writes, PCIe, %", 7, Metric.STORED_PCIE, 3);
        share(all, "T I", "writes, SATA, %", 16, Metric.STORED_SATA, 3);
        share(all, "T I", "writes, HDD, %", 77, Metric.STORED_HDD, 3);
        share(all, "T I, H6", "reads, PCIe, %", 6, Metric.READ_PCIE, 5);
        share(all, "T I, H6", "reads, SATA, %", 27, Metric.READ_SATA, 5);
        share(all, "T I, H6", "reads, HDD, %", 67, Metric.READ_HDD, 5);
        double ssd = 1 - of(all, Policy.HYBRID, Metric.READ_HDD);
        range("H6", "reads from SSDs, hybrid, %", 64, PERCENT * ssd, 8);
        double pcie = of(all, Policy.HYBRID, Metric.READ_PCIE) / of(all, Policy.NETWORK_AWARE, Metric.READ_PCIE);
        add("H6", "reads from PCIe, hybrid over network-aware", Kind.CHECK, "4", pcie, 3, 5);
    }

    private void share(
            Map<Policy, Metrics> all, String where, String quantity, double paper, Metric metric, double points) {
        double value = of(all, Policy.NETWORK_AWARE, metric);
        range(where, quantity, paper, PERCENT * value, points);
    }

    private void use(Map<Policy, Metrics> all) {
        double ssds = of(all, Policy.NETWORK_AWARE, Metric.USE_PCIE) + of(all, Policy.NETWORK_AWARE, Metric.USE_SATA);
        double hdds = of(all, Policy.NETWORK_AWARE, Metric.USE_HDD);
        sign("H9", "use of HDDs over both SSDs, network-aware", "1.4", hdds / ssds, 1, MOST);
        double use = over(all, Policy.HYBRID, Metric.USE_PCIE);
        sign("H10", "use of PCIe SSDs, hybrid, %", "91", use, 0, MOST);
        double peak = of(all, Policy.HYBRID, Metric.PEAK_PCIE) / of(all, Policy.NETWORK_AWARE, Metric.PEAK_PCIE);
        sign("H10", "peak of a PCIe SSD, hybrid over network-aware", "10", peak, 1, MOST);
        double sent = of(all, Policy.HYBRID, Metric.SENT_PCIE) / of(all, Policy.HYBRID, Metric.SENT_HDD);
        sign("H12", "peak sent, PCIe over HDD, hybrid", "> 1", sent, 1, MOST);
    }

    private void devices(List<OneTier> times) {
        OneTier pcie = times.get(0);
        OneTier hdds = times.get(2);
        double sata = times.get(1).teragen() / pcie.teragen();
        sign("H8", "TeraGen, 6 SATA SSDs over 3 PCIe", "< 1", sata, 0, 1);
        sign("H8", "TeraGen, 15 HDDs over 3 PCIe", "< 1", hdds.teragen() / pcie.teragen(), 0, 1);
        sign("H8", "Grep, 15 HDDs over 3 PCIe", "1.2", hdds.grep() / pcie.grep(), 1, MOST);
        double more = times.get(4).grep() / times.get(3).grep();
        sign("H8", "Grep, 21 HDDs over 3 PCIe, less than 15", "1.0", more, 0, hdds.grep() / pcie.grep());
    }

    private void cluster(ClusterStudy study) {
        Map<Policy, Metrics> all = study.policies();
        boolean calibrated = study.change().equals(Scenario.CALIBRATED);
        String where = "H13, " + study.load() + (calibrated ? ", " + study.change() : "");
        Metric time = study.saturated() ? Metric.MAKESPAN : Metric.JOB_SECONDS;
        double rate = over(all, Policy.HYBRID, Metric.RATE);
        double jobs = over(all, Policy.HYBRID, time);
        double maps = over(of(all, Policy.NETWORK_AWARE, Metric.THROUGHPUT), of(all, Policy.HYBRID, Metric.THROUGHPUT));
        double share = PERCENT * of(all, Policy.HYBRID, Metric.SSD_SHARE);
        if (calibrated) {
            double base = PERCENT * of(all, Policy.NETWORK_AWARE, Metric.SSD_SHARE);
            add(where, "reads from SSDs, network-aware, % of all", Kind.INPUT, "31", base, 26, 36);
            range(where, "rate, hybrid, %", 37, rate, LARGE_POINTS);
            range(where, "time of jobs, hybrid, %", -26, jobs, LARGE_POINTS);
            range(where, "time of maps, hybrid, %", -26, maps, LARGE_POINTS);
            range(where, "reads from SSDs, hybrid, % of all", 52, share, LARGE_POINTS);
            return;
        }
        sign(where, "rate, hybrid, %", "37", rate, 0, MOST);
        sign(where, "network, hybrid, %", "9", over(all, Policy.HYBRID, Metric.NETWORK), 0, MOST);
        sign(where, "network, tier-aware, %", "23", over(all, Policy.TIER_AWARE, Metric.NETWORK), 0, MOST);
        double worst = of(all, Policy.TIER_AWARE, Metric.NETWORK) / of(all, Policy.HYBRID, Metric.NETWORK);
        sign(where, "network, tier-aware over hybrid", "> 1", worst, 1, MOST);
        sign(where, "time of jobs, hybrid, %", "-26", jobs, -PERCENT, 0);
        sign(where, "time of maps, hybrid, %", "-26", maps, -PERCENT, 0);
        sign(where, "reads from SSDs, hybrid, %", "68", over(all, Policy.HYBRID, Metric.SSD_SHARE), 0, MOST);
        sign(where, "reads from SSDs, hybrid, % of all", "52", share, 50, PERCENT);
    }
}
