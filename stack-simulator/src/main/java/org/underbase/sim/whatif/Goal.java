package org.underbase.sim.whatif;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;

/**
 * Largest acceptable mean latency.
 *
 * @param metric latency
 * @param millis bound in milliseconds, exclusive
 */
public record Goal(Metric metric, double millis) {
    /** No bound on the latency of reads. */
    public static final Goal NONE = new Goal(Metric.READ_MEAN, Double.POSITIVE_INFINITY);

    private static final Pattern TEXT = Pattern.compile("(read|log|compaction)-mean<(\\d{1,9}(?:\\.\\d{1,9})?)ms");

    /**
     * Parses a goal such as {@code read-mean<5ms}.
     *
     * @throws IllegalArgumentException if the text is no goal
     */
    public static Goal parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "invalid goal '" + text + "': must be read-mean, log-mean or compaction-mean, as in read-mean<5ms");
        }
        Metric metric =
                switch (matcher.group(1)) {
                    case "read" -> Metric.READ_MEAN;
                    case "log" -> Metric.LOG_MEAN;
                    default -> Metric.COMPACTION_MEAN;
                };
        return new Goal(metric, Double.parseDouble(matcher.group(2)));
    }

    boolean isMetBy(Outcome outcome) {
        return outcome.value(metric) < millis;
    }
}
