package org.underbase.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replicates of two traces with the same weights. */
final class Bootstrap {
    private final Replicates a;
    private final Replicates b;
    private final Totals onceA;
    private final Totals onceB;
    private final List<Totals> ofA = new ArrayList<>();
    private final List<Totals> ofB = new ArrayList<>();

    Bootstrap(Replicates a, Replicates b) {
        this.a = a;
        this.b = b;
        this.onceA = a.once();
        this.onceB = b.once();
        for (int replicate = 0; replicate < Replicates.COUNT; replicate++) {
            ofA.add(a.of(replicate));
            ofB.add(b.of(replicate));
        }
    }

    /** Computes the replicates; empty if one of the sides has no units. */
    static Optional<Bootstrap> of(Optional<Units> a, Optional<Units> b) {
        return a.isPresent() && b.isPresent()
                ? Optional.of(new Bootstrap(new Replicates(a.get()), new Replicates(b.get())))
                : Optional.empty();
    }

    /** Returns the number of units with data for a number, in the trace with fewer of them. */
    long units(Estimator estimator) {
        return Math.min(a.units(estimator), b.units(estimator));
    }

    /**
     * Returns the interval of the difference of a number.
     *
     * @param difference the difference, from the results
     * @param units {@link #units} of the number
     */
    Optional<Interval> interval(Estimator estimator, double difference, long units) {
        double[] replicates = new double[Replicates.COUNT];
        for (int i = 0; i < replicates.length; i++) {
            replicates[i] = estimator.of(ofB.get(i)) - estimator.of(ofA.get(i));
        }
        return Interval.of(difference, estimator.of(onceB) - estimator.of(onceA), replicates, units);
    }
}
