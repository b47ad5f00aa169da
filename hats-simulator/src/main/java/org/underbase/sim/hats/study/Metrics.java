package org.underbase.sim.hats.study;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Means of quantities over equal runs with different seeds. */
public final class Metrics {
    private final Map<Metric, double[]> sums = new EnumMap<>(Metric.class);
    private final Map<String, double[]> series = new LinkedHashMap<>();

    void add(Metric metric, double value) {
        double[] sum = sums.computeIfAbsent(metric, name -> new double[2]);
        sum[0] += value;
        sum[1]++;
    }

    /** Adds rates by second, in MB/s; keeps those of the first run. */
    void addSeries(String name, double[] rates) {
        series.putIfAbsent(name, rates);
    }

    /** Returns rates by second in the first run, in MB/s. */
    public Map<String, double[]> series() {
        return series;
    }

    /** Returns the known quantities. */
    public Set<Metric> names() {
        return sums.keySet();
    }

    /** Returns the mean of a quantity; not a number if it is unknown. */
    public double of(Metric metric) {
        double[] sum = sums.get(metric);
        return sum == null ? Double.NaN : sum[0] / sum[1];
    }
}
