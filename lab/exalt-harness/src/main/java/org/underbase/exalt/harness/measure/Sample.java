package org.underbase.exalt.harness.measure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Measurements of one second.
 *
 * @param seconds time from the start of the measurement to the end of this second, in seconds
 * @param phase name of the phase
 * @param values values by column; inapplicable columns are missing
 */
public record Sample(double seconds, String phase, Map<Column, Double> values) {
    public Sample {
        values = Collections.unmodifiableMap(values.isEmpty() ? new EnumMap<>(Column.class) : new EnumMap<>(values));
    }

    /**
     * Returns a value.
     *
     * @param column column of the value
     * @return the value; NaN if it is missing
     */
    public double value(Column column) {
        return values.getOrDefault(column, Double.NaN);
    }
}
