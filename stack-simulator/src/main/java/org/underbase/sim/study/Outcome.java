package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.underbase.sim.request.Activity;

/** Simulated alternative. */
public final class Outcome {
    private static final int FEWEST = 3;
    /** Half the width of a bin of a histogram of latencies: twice this error is not significant. */
    private static final double HALF_BIN = 1.0 / 64;
    /** Error of bytes: difference between the requests of a trace and the counters of its DataNodes. */
    private static final double BYTES = 0.002;

    private final Alternative alternative;
    private final int machines;
    private final List<Slice> slices;
    private final Slice sum;
    private final Map<Metric, Map<Activity, Double>> rates;
    /** Time of all disks in nanoseconds. */
    private final double diskNanos;

    private final double flashYears;

    private Outcome(
            Alternative alternative,
            int machines,
            List<Slice> slices,
            Slice sum,
            Map<Metric, Map<Activity, Double>> rates,
            double diskNanos,
            double flashYears) {
        this.alternative = alternative;
        this.machines = machines;
        this.slices = slices;
        this.sum = sum;
        this.rates = rates;
        this.diskNanos = diskNanos;
        this.flashYears = flashYears;
    }

    /**
     * Creates an outcome of a machine.
     *
     * @param machines number of machines of the cluster
     * @param system simulated system
     * @param sliceMinutes length of a slice in minutes
     * @param rates bytes of the layers by activity
     * @param flashYears lifetime of the flash in years
     */
    Outcome(
            Alternative alternative,
            int machines,
            SimulatedSystem system,
            double sliceMinutes,
            Map<Metric, Map<Activity, Double>> rates,
            double flashYears) {
        this(
                alternative,
                machines,
                system.slices(),
                system.sum(),
                rates,
                system.slices().size() * sliceMinutes * LayeredStudy.NANOS_PER_MINUTE * system.diskCount(),
                flashYears);
    }

    /**
     * Returns the outcome of the mean machine: latencies are those of all requests, bytes are means.
     *
     * @param machines outcomes of the same alternative on all machines
     */
    public static Outcome ofAll(List<Outcome> machines) {
        Outcome first = machines.get(0);
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < first.slices.size(); i++) {
            Slice slice = first.alternative.slice();
            for (Outcome machine : machines) {
                slice.add(machine.slices.get(i));
            }
            slices.add(slice);
        }
        Slice sum = first.alternative.slice();
        machines.forEach(machine -> sum.add(machine.sum));
        Map<Metric, Map<Activity, Double>> rates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.layers()) {
            Map<Activity, Double> means = new EnumMap<>(Activity.class);
            for (Outcome machine : machines) {
                machine.rates
                        .get(metric)
                        .forEach((activity, rate) -> means.merge(activity, rate / machines.size(), Double::sum));
            }
            rates.put(metric, means);
        }
        double worn = machines.stream()
                .mapToDouble(machine -> 1 / machine.flashYears)
                .average()
                .orElseThrow();
        double disks =
                machines.stream().mapToDouble(machine -> machine.diskNanos).sum();
        return new Outcome(first.alternative, first.machines, slices, sum, rates, disks, 1 / worn);
    }

    /** Returns the alternative. */
    public Alternative alternative() {
        return alternative;
    }

    /** Returns the share of the time in which a disk serves requests. */
    public double busy() {
        return sum.statistics().busyNanos() / diskNanos;
    }

    /** Returns the lifetime of the flash in years; not finite without flash or writes to it. */
    public double flashYears() {
        return flashYears;
    }

    /** Returns the price of the machine in dollars. */
    public double capex() {
        return alternative.capex(machines);
    }

    /**
     * Returns the price per year of replaced hardware, in dollars.
     *
     * @param withRam whether failures of RAM count
     */
    public double opex(boolean withRam) {
        return alternative.opex(machines, flashYears, withRam);
    }

    /** Returns a latency in milliseconds, or the bytes of a layer in MiB per minute. */
    public double value(Metric metric) {
        return metric.isRate() ? sum(rates.get(metric)) : metric.of(sum);
    }

    static double sum(Map<Activity, Double> rates) {
        return rates.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the bytes of a layer that an activity causes, in MiB per minute. */
    public double value(Metric layer, Activity activity) {
        return rates.get(layer).get(activity);
    }

    /** Returns a part of the latencies of requests. */
    public Latency latency(Waits waits, LatencyPart part) {
        return sum.latency(waits, part);
    }

    /**
     * Returns the error of the difference from a baseline. That of latencies is the standard error of the differences of the
     * slices, at least that of the bins of quantiles. It is infinite below three slices, and for latencies of different kinds of
     * requests. Bytes are counted: their error is that of the requests of a trace.
     */
    public double error(Metric metric, Outcome baseline) {
        if (metric.isRate()) {
            return BYTES * baseline.value(metric);
        }
        if (metric.dependsOnHsync()
                && alternative.has(Alternative.Switch.HSYNC) != baseline.alternative.has(Alternative.Switch.HSYNC)) {
            return Double.POSITIVE_INFINITY;
        }
        double[] differences = IntStream.range(0, slices.size())
                .mapToDouble(i -> metric.of(slices.get(i)) - metric.of(baseline.slices.get(i)))
                .filter(Double::isFinite)
                .toArray();
        if (differences.length < FEWEST) {
            return Double.POSITIVE_INFINITY;
        }
        double level = Math.max(value(metric), baseline.value(metric));
        return Math.max(Slice.standardError(differences), metric.isQuantile() ? HALF_BIN * level : 0);
    }
}
