package org.underbase.exalt.harness.measure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A second.
 *
 * @param seconds since the measurement began, at the end of it
 * @param phase of the run
 * @param values by column; a column may be missing where nothing was to be measured
 */
public record Sample(double seconds, String phase, Map<Column, Double> values) {
    public Sample {
        values = Collections.unmodifiableMap(values.isEmpty() ? new EnumMap<>(Column.class) : new EnumMap<>(values));
    }

    /**
     * A value.
     *
     * @param column of it
     * @return NaN where it is missing
     */
    public double value(Column column) {
        return values.getOrDefault(column, Double.NaN);
    }
}
