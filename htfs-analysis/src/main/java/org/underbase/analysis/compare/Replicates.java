package org.underbase.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Poisson bootstrap over the units of a trace: in each replicate a unit has the weight 0, 1, 2, ... with the probabilities of a
 * Poisson distribution of mean 1. The weight is a function of the unit and the replicate, so that a unit of both traces, such as
 * a region, has the same weight in both, and the difference has the variance of paired observations.
 */
final class Replicates {
    /** Number of replicates. */
    static final int COUNT = 200;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final int MOST = 16;
    /** Probability of each weight and of those below. */
    private static final double[] CUMULATIVE = cumulative();

    private final Units units;
    private final long[][] values = new long[Shape.COUNT][];
    private final List<Indexed> indexed = new ArrayList<>();

    /** Unit with the positions of its values among those of all units. */
    private static final class Indexed {
        private final long hash;
        private final UnitSums sums;
        private final int[][] positions = new int[Shape.COUNT][];
        private final long[][] counts = new long[Shape.COUNT][];

        private Indexed(Unit unit, UnitSums sums, long[][] values) {
            this.hash = unit.hash();
            this.sums = sums;
            for (Shape shape : Shape.values()) {
                int i = shape.index();
                SortedMap<Long, Long> distribution = sums.get(shape);
                positions[i] = distribution.keySet().stream()
                        .mapToInt(value -> Arrays.binarySearch(values[i], value))
                        .toArray();
                counts[i] = distribution.values().stream()
                        .mapToLong(Long::longValue)
                        .toArray();
            }
        }
    }

    Replicates(Units units) {
        this.units = units;
        for (Shape shape : Shape.values()) {
            values[shape.index()] = units.sums().values().stream()
                    .flatMapToLong(sums -> sums.get(shape).keySet().stream().mapToLong(Long::longValue))
                    .sorted()
                    .distinct()
                    .toArray();
        }
        units.sums().forEach((unit, sums) -> indexed.add(new Indexed(unit, sums, values)));
    }

    private static double[] cumulative() {
        double[] sums = new double[MOST];
        double probability = StrictMath.exp(-1);
        double sum = 0;
        for (int weight = 0; weight < MOST; weight++) {
            sum += probability;
            sums[weight] = sum;
            probability /= weight + 1;
        }
        return sums;
    }

    /** Returns the weight of a unit in a replicate. */
    static int weight(long unit, int replicate) {
        double uniform = (mixed(unit + GOLDEN * (replicate + 1)) >>> 11) * 0x1p-53;
        int weight = 0;
        while (weight < MOST - 1 && uniform >= CUMULATIVE[weight]) {
            weight++;
        }
        return weight;
    }

    /** The finalizer of SplitMix64. */
    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** Returns the number of units that have data for a number. */
    long units(Estimator estimator) {
        return units.sums().values().stream().filter(estimator::uses).count();
    }

    /** Returns the sums in which each unit counts once. */
    Totals once() {
        return totals(unit -> 1);
    }

    /** Returns the sums of a replicate. */
    Totals of(int replicate) {
        return totals(unit -> weight(unit.hash, replicate));
    }

    private interface Weights {
        int of(Indexed unit);
    }

    private Totals totals(Weights weights) {
        long[] sums = new long[Sum.COUNT];
        long[][] counts = new long[Shape.COUNT][];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new long[values[i].length];
        }
        for (Indexed unit : indexed) {
            int weight = weights.of(unit);
            if (weight > 0) {
                for (Sum sum : Sum.values()) {
                    sums[sum.index()] += weight * unit.sums.get(sum);
                }
                for (int i = 0; i < counts.length; i++) {
                    for (int at = 0; at < unit.positions[i].length; at++) {
                        counts[i][unit.positions[i][at]] += weight * unit.counts[i][at];
                    }
                }
            }
        }
        return new Totals(sums, values, counts);
    }
}
