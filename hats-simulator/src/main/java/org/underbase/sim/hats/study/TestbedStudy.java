package org.underbase.sim.hats.study;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.hdfs.Settings;
import org.underbase.tier.policy.TierNames;

/**
 * Figures 3 to 12, as means of several runs.
 *
 * @param policies quantities of each policy
 * @param oneTier times of section V-G
 */
public record TestbedStudy(Map<Policy, Metrics> policies, List<OneTier> oneTier) {
    private static final double SLOW_LINK = 125;
    private static final double FAST_LINK = 1250;
    private static final int FIVE_NODES = 5;
    private static final int SEVEN_NODES = 7;

    /**
     * Times with all replicas on devices of one class.
     *
     * @param devices number and class of the devices
     * @param teragen time of TeraGen, in seconds
     * @param grep time of Grep, in seconds
     */
    public record OneTier(String devices, double teragen, double grep) {}

    /**
     * Runs the study.
     *
     * @param policies policies to compare
     * @param settings settings, except for the links
     * @param seed seed of random choices
     * @param runs number of runs
     * @param progress receives the completed fraction
     */
    public static TestbedStudy run(
            List<Policy> policies, Settings settings, long seed, int runs, DoubleConsumer progress) {
        Settings fast = settings.withLinkRate(FAST_LINK);
        Settings slow = settings.withLinkRate(SLOW_LINK);
        Map<Policy, Metrics> all = new EnumMap<>(Policy.class);
        int done = 0;
        for (Policy policy : policies) {
            Metrics metrics = new Metrics();
            for (int run = 0; run < runs; run++) {
                Testbed.dfsio(policy, fast, seed + run, false, metrics);
                Testbed.dfsio(policy, slow, seed + run, true, metrics);
                Testbed.grep(policy, fast, seed + run, metrics);
                progress.accept((double) ++done / runs / policies.size());
            }
            all.put(policy, metrics);
        }
        List<OneTier> oneTier = List.of(
                oneTier("3 PCIe SSDs", FIVE_NODES, Testbed.PCIE, fast, seed, runs),
                oneTier("6 SATA SSDs", FIVE_NODES, Testbed.SATA, fast, seed, runs),
                oneTier("15 HDDs", FIVE_NODES, Testbed.HDD, fast, seed, runs),
                oneTier("3 PCIe SSDs, 21 nodes", SEVEN_NODES, Testbed.PCIE, fast, seed, runs),
                oneTier("21 HDDs", SEVEN_NODES, Testbed.HDD, fast, seed, runs));
        return new TestbedStudy(all, oneTier);
    }

    private static OneTier oneTier(String devices, int nodes, int tier, Settings settings, long seed, int runs) {
        double teragen = 0;
        double grep = 0;
        for (int run = 0; run < runs; run++) {
            double[] seconds = Testbed.oneTier(nodes, tier, settings, seed + run);
            teragen += seconds[0] / runs;
            grep += seconds[1] / runs;
        }
        return new OneTier(devices, teragen, grep);
    }

    /** Returns the settings of the paper, with the defaults of the NameNode's keys where it names none. */
    public static Settings paperSettings(double linkRate, boolean loadAware) {
        return new Settings(linkRate, 0, 2, 1.5, loadAware, true, TierNames.UNKNOWN);
    }
}
