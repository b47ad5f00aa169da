package org.underbase.sim.whatif;

import java.util.List;
import org.underbase.sim.cost.Front;
import org.underbase.sim.study.Outcome;

/** Choice among alternatives. */
public final class Recommendation {
    private Recommendation() {}

    /**
     * Returns the outcomes that meet a goal and are worth their price, the cheapest first: those on the front of price and
     * latency that are significantly better than the baseline, and the baseline. None are if the baseline has no such latency.
     *
     * @param outcomes outcomes of the alternatives that the user named, the baseline first
     * @param goal goal
     */
    public static List<Outcome> of(List<Outcome> outcomes, Goal goal) {
        Outcome baseline = outcomes.get(0);
        if (!Double.isFinite(baseline.value(goal.metric()))) {
            return List.of();
        }
        List<Outcome> candidates = outcomes.stream()
                .filter(goal::isMetBy)
                .filter(outcome -> outcome == baseline || isBetter(outcome, baseline, goal))
                .toList();
        return Front.of(candidates, Outcome::capex, outcome -> outcome.value(goal.metric()));
    }

    /** Whether an alternative costs less, or has a lower latency by more than the error. */
    private static boolean isBetter(Outcome outcome, Outcome baseline, Goal goal) {
        Difference difference = Difference.of(goal.metric(), outcome, baseline);
        return outcome.capex() < baseline.capex() || (difference.value() < 0 && difference.isSignificant());
    }
}
