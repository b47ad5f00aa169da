package org.underbase.sim.whatif;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Properties;
import org.underbase.sim.study.Metric;

/**
 * Errors of predictions that {@code underbase bench prediction} measured, by feature and metric. The prefix is that of simulations
 * with the models of fsync and ext4.
 */
public final class MeasuredErrors {
    private static final Properties ERRORS = read();
    private static final String EXT4 = "ext4.";

    private MeasuredErrors() {}

    private static Properties read() {
        Properties errors = new Properties();
        try (InputStream stream = MeasuredErrors.class.getResourceAsStream("measured-errors.properties")) {
            errors.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return errors;
    }

    /** Returns the page with the measurements, relative to the project. */
    public static String source() {
        return ERRORS.getProperty("source");
    }

    /**
     * Returns the relative error of a metric with a feature; empty if it was never measured.
     *
     * @param feature feature
     * @param metric metric
     * @param ext4 whether the simulation has the models of fsync and ext4
     */
    public static OptionalDouble of(Feature feature, Metric metric, boolean ext4) {
        String error = ERRORS.getProperty((ext4 ? EXT4 : "") + feature.id() + "." + metric.id());
        return error == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(error));
    }

    /** Returns the names of the features whose error was not measured for a metric. */
    public static List<String> missing(List<Change> changes, Metric metric, boolean ext4) {
        return changes.stream()
                .map(Change::feature)
                .filter(feature -> of(feature, metric, ext4).isEmpty())
                .map(Feature::id)
                .toList();
    }
}
