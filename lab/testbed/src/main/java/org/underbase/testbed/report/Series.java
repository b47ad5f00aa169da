package org.underbase.testbed.report;

import java.util.List;

/** Repeated measurements of one quantity: a row of the table. */
public sealed interface Series {
    /** Returns the name of the quantity. */
    String name();

    /** Returns its unit. */
    String unit();

    /**
     * Measurements of Underbase and stock.
     *
     * @param name name of the quantity
     * @param unit its unit
     * @param pairs at least one pair, in the order in which they ran
     */
    record Compared(String name, String unit, List<Pair> pairs) implements Series {
        /** Copies the pairs. */
        public Compared {
            pairs = List.copyOf(pairs);
        }

        /** Returns the statistics of Underbase. */
        public Stats underbase() {
            return Stats.of(pairs.stream().map(Pair::underbase).toList());
        }

        /** Returns the statistics of the stock side. */
        public Stats stock() {
            return Stats.of(pairs.stream().map(Pair::stock).toList());
        }

        /** Returns the statistics of each pair's ratio, so that a slow minute of the machine affects both of its sides. */
        public Stats ratio() {
            return Stats.of(pairs.stream().map(Pair::ratio).toList());
        }

        /** Returns the statistics of each pair's inverse ratio, stock/Underbase. */
        public Stats gain() {
            return Stats.of(pairs.stream().map(pair -> 1 / pair.ratio()).toList());
        }
    }

    /**
     * Measurements of a quantity that stock does not have.
     *
     * @param name name of the quantity
     * @param unit its unit
     * @param runs at least one measurement, in the order in which they ran
     */
    record Measured(String name, String unit, List<Double> runs) implements Series {
        /** Copies the runs. */
        public Measured {
            runs = List.copyOf(runs);
        }

        /** Returns the statistics of the runs. */
        public Stats stats() {
            return Stats.of(runs);
        }
    }
}
