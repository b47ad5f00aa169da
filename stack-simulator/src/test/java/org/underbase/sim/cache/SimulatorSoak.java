package org.underbase.sim.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.policy.PolicyOracle;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak that compares the caches with page-level simulations. */
public final class SimulatorSoak implements Soak {
    private static final int CASES_PER_STEP = 5_000;

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public String description() {
        return "simulated caches of every size, and eviction policies, against page-level caches, with deletions";
    }

    @Override
    public long defaultCount() {
        return 100_000;
    }

    @Override
    public String unit() {
        return "random cases";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) {
        long compared = 0;
        String failure = "";
        for (long i = 0; i < options.count() && failure.isEmpty(); i++) {
            CacheCase input = CacheCase.of(options.seed() + i);
            StackOracle.Policy[] policies = StackOracle.Policy.values();
            List<String> differences =
                    new ArrayList<>(StackOracle.differences(input, policies[(int) (i % policies.length)]));
            differences.addAll(PolicyOracle.differences(input));
            compared += input.operations().size();
            if (!differences.isEmpty()) {
                failure = "case " + input.seed() + ": " + differences.get(0) + "\n";
            }
            if ((i + 1) % CASES_PER_STEP == 0) {
                progress.step((i + 1) + " of " + options.count());
            }
        }
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("cases", Long.toString(options.count()));
        metrics.put("operations", Long.toString(compared));
        return new SoakResult(failure.isEmpty(), metrics, failure);
    }
}
