package org.underbase.exalt.harness.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Sample;

/** CSV table of the samples per second; inapplicable cells are empty. */
public final class RunCsv {
    private RunCsv() {}

    /**
     * Formats samples.
     *
     * @param samples samples in order
     * @return a header line and a line per second
     */
    public static String of(List<Sample> samples) {
        String names = Stream.of(Column.values()).map(Column::id).collect(Collectors.joining(","));
        StringBuilder result = new StringBuilder("seconds,phase," + names + "\n");
        for (Sample sample : samples) {
            result.append(number(sample.seconds())).append(',').append(sample.phase());
            for (Column column : Column.values()) {
                result.append(',').append(number(sample.value(column)));
            }
            result.append('\n');
        }
        return result.toString();
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
}
