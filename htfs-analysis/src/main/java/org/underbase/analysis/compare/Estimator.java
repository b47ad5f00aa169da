package org.underbase.analysis.compare;

/** Computation of a headline number from sums over units. */
sealed interface Estimator {
    /** Returns the number; {@code NaN} without data. */
    double of(Totals totals);

    /** Whether a unit has data for the number. */
    boolean uses(UnitSums unit);

    /** A sum over another one. */
    record Ratio(Sum part, Sum of, double factor) implements Estimator {
        @Override
        public double of(Totals totals) {
            return factor * totals.get(part) / totals.get(of);
        }

        @Override
        public boolean uses(UnitSums unit) {
            return unit.get(of) != 0;
        }
    }

    /** A quantile of a distribution by nearest rank. */
    record Quantile(Shape shape, double share) implements Estimator {
        @Override
        public double of(Totals totals) {
            return totals.quantile(shape, share);
        }

        @Override
        public boolean uses(UnitSums unit) {
            return !unit.get(shape).isEmpty();
        }
    }
}
