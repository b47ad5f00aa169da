package org.underbase.testbed.report;

import java.util.List;

/** One quantity, measured several times: a line of the table. */
public sealed interface Series {
    /** What was measured. */
    String what();

    /** Its unit. */
    String unit();

    /**
     * Ours beside stock.
     *
     * @param pairs in the order in which they ran, at least 1
     */
    record Compared(String what, String unit, List<Pair> pairs) implements Series {
        public Compared {
            pairs = List.copyOf(pairs);
        }

        public Stats ours() {
            return Stats.of(pairs.stream().map(Pair::ours).toList());
        }

        public Stats stock() {
            return Stats.of(pairs.stream().map(Pair::stock).toList());
        }

        /** Of the ratio of each pair, so that a slow minute of the machine touches both sides of a ratio. */
        public Stats ratio() {
            return Stats.of(pairs.stream().map(Pair::ratio).toList());
        }

        /** Stock over ours, of each pair. */
        public Stats gain() {
            return Stats.of(pairs.stream().map(pair -> 1 / pair.ratio()).toList());
        }
    }

    /**
     * A quantity that has no stock to stand beside.
     *
     * @param runs in the order in which they ran, at least 1
     */
    record Measured(String what, String unit, List<Double> runs) implements Series {
        public Measured {
            runs = List.copyOf(runs);
        }

        public Stats stats() {
            return Stats.of(runs);
        }
    }
}
