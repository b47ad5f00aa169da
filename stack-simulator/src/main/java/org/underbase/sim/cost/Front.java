package org.underbase.sim.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Choice by cost and latency. */
public final class Front {
    private Front() {}

    /**
     * Returns the systems without a competitor that is at most as expensive and at least as fast.
     *
     * @param systems systems
     * @param cost cost of a system
     * @param latency latency of a system
     * @return the front, the cheapest first
     */
    public static <S> List<S> of(List<S> systems, ToDoubleFunction<S> cost, ToDoubleFunction<S> latency) {
        List<S> sorted = new ArrayList<>(systems);
        sorted.sort(Comparator.comparingDouble(cost).thenComparingDouble(latency));
        List<S> front = new ArrayList<>();
        double fastest = Double.POSITIVE_INFINITY;
        for (S system : sorted) {
            if (latency.applyAsDouble(system) < fastest) {
                fastest = latency.applyAsDouble(system);
                front.add(system);
            }
        }
        return front;
    }
}
