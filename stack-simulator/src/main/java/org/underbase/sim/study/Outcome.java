package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.cost.Prices;

/** Simulated alternative. */
public final class Outcome {
    private static final double CERTAIN = 2;
    private static final int FEWEST = 3;
    /** Error of bytes: difference between the requests of a trace and the counters of its DataNodes. */
    private static final double BYTES = 0.002;

    private final Alternative alternative;
    private final List<Slice> slices;
    private final Slice sum;
    private final double sliceMinutes;
    private final double received;
    private final double busy;
    private final double flashYears;

    /**
     * Creates an outcome.
     *
     * @param system simulated system
     * @param sliceMinutes length of a slice in minutes
     * @param received bytes that other machines sent, per minute
     * @param flashYears lifetime of the flash in years
     */
    Outcome(Alternative alternative, SimulatedSystem system, double sliceMinutes, double received, double flashYears) {
        this.alternative = alternative;
        this.slices = system.slices();
        this.sum = system.sum();
        this.sliceMinutes = sliceMinutes;
        this.received = received;
        double nanos = slices.size() * sliceMinutes * LayeredStudy.NANOS_PER_MINUTE;
        this.busy =
                sum.statistics().busyNanos() / nanos / alternative.hardware().disks();
        this.flashYears = flashYears;
    }

    /** Returns the alternative. */
    public Alternative alternative() {
        return alternative;
    }

    /** Returns the bytes that other machines sent, per minute. */
    public double received() {
        return received;
    }

    /** Returns the share of the time in which a disk serves requests. */
    public double busy() {
        return busy;
    }

    /** Returns the lifetime of the flash in years; not finite without flash or writes to it. */
    public double flashYears() {
        return flashYears;
    }

    /** Returns the price of the machine in dollars. */
    public double capex() {
        return Prices.PAPER.capex(alternative.hardware());
    }

    /**
     * Returns the price per year of replaced hardware, in dollars.
     *
     * @param withRam whether failures of RAM count
     */
    public double opex(boolean withRam) {
        return Prices.PAPER.opex(alternative.hardware(), flashYears, withRam);
    }

    /** Returns the value of a metric. */
    public double value(Metric metric) {
        return metric.of(sum, slices.size() * sliceMinutes);
    }

    /**
     * Difference of two alternatives.
     *
     * @param value difference of the means
     * @param error standard error of the differences of the slices; of bytes, their share that was measured on a cluster
     */
    public record Difference(double value, double error) {
        /** Whether the difference is more than twice its error. */
        public boolean isMeasured() {
            return Math.abs(value) > CERTAIN * error;
        }
    }

    /** Returns the difference from a baseline. The error is unknown, thus the difference not measured, below three slices. */
    public Difference difference(Metric metric, Outcome baseline) {
        if (metric.isRate()) {
            double before = baseline.value(metric);
            return new Difference(value(metric) - before, BYTES * before);
        }
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < slices.size(); i++) {
            double one = metric.of(slices.get(i), sliceMinutes) - metric.of(baseline.slices.get(i), sliceMinutes);
            if (Double.isFinite(one)) {
                differences.add(one);
            }
        }
        double[] values = differences.stream().mapToDouble(Double::doubleValue).toArray();
        double error = values.length < FEWEST ? Double.POSITIVE_INFINITY : Slice.standardError(values);
        return new Difference(value(metric) - baseline.value(metric), error);
    }
}
