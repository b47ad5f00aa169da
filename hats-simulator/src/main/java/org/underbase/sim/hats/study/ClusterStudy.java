package org.underbase.sim.hats.study;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.underbase.sim.hats.cluster.Policy;

/**
 * Figure 13: runs of one scenario with one load.
 *
 * @param change changed parameter and its value; empty for the scenario itself
 * @param saturated whether all jobs are submitted at the start
 * @param policies quantities of each policy
 */
public record ClusterStudy(String change, boolean saturated, Map<Policy, Metrics> policies) {
    /** Returns the name of the load. */
    public String load() {
        return saturated ? "saturated" : "open";
    }

    /**
     * Runs a scenario.
     *
     * @param change changed parameter and its value; empty for the scenario itself
     * @param run scenario and workload
     * @param loads whether each load is saturated
     * @param policies policies to compare
     * @param seed seed of random choices
     * @param progress receives the completed fraction and the name of the present run
     * @return a study per load
     */
    public static List<ClusterStudy> run(
            String change,
            ClusterRun run,
            List<Boolean> loads,
            List<Policy> policies,
            long seed,
            BiConsumer<Double, String> progress) {
        List<ClusterStudy> studies = new ArrayList<>();
        double runs = loads.size() * policies.size();
        int done = 0;
        for (boolean saturated : loads) {
            Map<Policy, Metrics> all = new EnumMap<>(Policy.class);
            for (Policy policy : policies) {
                int before = done++;
                String name = policy + ", " + (saturated ? "saturated" : "open") + " load";
                all.put(
                        policy,
                        run.run(
                                policy,
                                saturated,
                                seed,
                                fraction -> progress.accept((before + fraction) / runs, name)));
            }
            studies.add(new ClusterStudy(change, saturated, all));
        }
        return studies;
    }
}
