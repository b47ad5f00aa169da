package org.underbase.analysis.cdf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A cumulative distribution: at each point, which share of the population has at most this value. Not more than some
 * 200 points; each is exact, only points between are left out. The last share is below 1 when some of the population
 * has no value (a file that was still alive when the trace ended).
 *
 * @param points in rising order of value and share; empty when nothing has a value
 */
public record Cdf(List<Point> points) {
    private static final int POINTS = 200;

    public Cdf {
        points = List.copyOf(points);
    }

    /**
     * @param value in the unit of what is distributed
     * @param share 0 to 1
     */
    public record Point(long value, double share) {}

    /** Returns the points as pairs of value and share. */
    public ArrayNode json() {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        points.forEach(point -> array.addArray().add(point.value()).add(point.share()));
        return array;
    }

    /**
     * The distribution of {@code sorted} among a population.
     *
     * @param sorted the known values in rising order
     * @param population how many there are with and without a value, at least the number of values
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
            // The greatest value is always a point.
            i = next >= sorted.length && last + 1 < sorted.length ? sorted.length - 1 : next;
        }
        return new Cdf(points);
    }

    /** The share of the population with at most this value. Exact at the points, a lower bound between them. */
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
     * The value at the rank of a quantile (nearest rank): the smallest value that at least the share {@code quantile}
     * of the values does not exceed.
     *
     * @param sorted in rising order
     * @param quantile 0 to 1
     * @return 0 when there are no values
     */
    public static long quantile(long[] sorted, double quantile) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(quantile * sorted.length);
        return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
    }
}
