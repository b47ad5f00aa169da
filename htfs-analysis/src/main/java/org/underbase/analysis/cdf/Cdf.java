package org.underbase.analysis.cdf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Cumulative distribution: for each point, the fraction of the population with at most this value. It has at most some 200
 * points, which are exact; points between them are omitted. The last fraction is below 1 if a part of the population has no
 * value, such as files that still exist at the end of the trace.
 *
 * @param points points in ascending order of value and fraction; empty if there are no values
 */
public record Cdf(List<Point> points) {
    private static final int POINTS = 200;

    public Cdf {
        points = List.copyOf(points);
    }

    /**
     * Point of a distribution.
     *
     * @param value value, in the unit of the population
     * @param share fraction of the population with at most this value, 0 to 1
     */
    public record Point(long value, double share) {}

    /** Returns the points as pairs of value and share. */
    public ArrayNode json() {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        points.forEach(point -> array.addArray().add(point.value()).add(point.share()));
        return array;
    }

    /**
     * Creates the distribution of values in a population.
     *
     * @param sorted known values in ascending order
     * @param population size of the population with and without a value, at least the number of values
     */
    public static Cdf of(long[] sorted, long population) {
        if (population < sorted.length) {
            throw new IllegalArgumentException(sorted.length + " values in a population of " + population);
        }
        List<Point> points = new ArrayList<>();
        int step = Math.max(1, sorted.length / POINTS);
        for (int i = 0; i < sorted.length; ) {
            int last = i;
            while (last + 1 < sorted.length && sorted[last + 1] == sorted[i]) {
                last++;
            }
            points.add(new Point(sorted[i], (last + 1.0) / population));
            int next = Math.max(last + 1, i + step);
            // The largest value is always a point.
            i = next >= sorted.length && last + 1 < sorted.length ? sorted.length - 1 : next;
        }
        return new Cdf(points);
    }

    /**
     * Estimates a distribution if some values are unknown and exceed a limit (Kaplan-Meier). The last fraction is below 1 if
     * the largest number is a limit.
     *
     * @param values known values in ascending order
     * @param limits limits of the other values in ascending order
     */
    public static Cdf ofCensored(long[] values, long[] limits) {
        List<Point> points = new ArrayList<>();
        double above = 1;
        double shown = 0;
        int exceeded = 0;
        for (int i = 0; i < values.length; ) {
            int first = i;
            while (i < values.length && values[i] == values[first]) {
                i++;
            }
            // A value with this limit is at risk: it exceeds the limit.
            while (exceeded < limits.length && limits[exceeded] < values[first]) {
                exceeded++;
            }
            int atRisk = values.length - first + limits.length - exceeded;
            above *= 1 - (double) (i - first) / atRisk;
            if (1 - above - shown >= 1.0 / POINTS || i == values.length) {
                shown = 1 - above;
                points.add(new Point(values[first], shown));
            }
        }
        return new Cdf(points);
    }

    /** Returns the fraction of the population with at most this value: exact at the points, a lower bound between them. */
    public double shareAtMost(long value) {
        double share = 0;
        for (Point point : points) {
            if (point.value() > value) {
                break;
            }
            share = point.share();
        }
        return share;
    }

    /**
     * Returns a quantile by nearest rank: the smallest value that at least the fraction {@code quantile} of the values does
     * not exceed.
     *
     * @param sorted values in ascending order
     * @param quantile the quantile, 0 to 1
     * @return the value; 0 without values
     */
    public static long quantile(long[] sorted, double quantile) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(quantile * sorted.length);
        return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
    }
}
