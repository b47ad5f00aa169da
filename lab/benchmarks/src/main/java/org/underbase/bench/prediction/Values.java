package org.underbase.bench.prediction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Values of quantities, predicted or measured. Not thread-safe. */
final class Values {
    private final Map<Quantity, Double> values = new LinkedHashMap<>();

    /** Sets the value of a quantity. */
    Values put(Quantity quantity, double value) {
        values.put(quantity, value);
        return this;
    }

    /** Sets the value of a quantity. */
    Values put(Quantity quantity, long value) {
        return put(quantity, (double) value);
    }

    /** Returns the quantities, in the order of their first value. */
    Set<Quantity> quantities() {
        return values.keySet();
    }

    /** Returns a value, or 0. */
    double of(Quantity quantity) {
        return values.getOrDefault(quantity, 0.0);
    }

    /** Returns a copy for JSON. */
    Map<String, Double> json() {
        Map<String, Double> copy = new LinkedHashMap<>();
        values.forEach((quantity, value) -> copy.put(quantity.name(), value));
        return copy;
    }
}
