package org.underbase.sim.whatif;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;

/**
 * Largest acceptable latency.
 *
 * @param metric latency
 * @param millis bound in milliseconds, exclusive
 */
public record Goal(Metric metric, double millis) {
    /** No bound on the latency of reads. */
    public static final Goal NONE = new Goal(Metric.READ_MEAN, Double.POSITIVE_INFINITY);

    private static final Pattern TEXT = Pattern.compile("([a-z]+-[a-z0-9]+)<(\\d{1,9}(?:\\.\\d{1,9})?)ms");

    /**
     * Parses a goal such as {@code read-p99<20ms}.
     *
     * @throws IllegalArgumentException if the text is no goal
     */
    public static Goal parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw invalid();
        }
        Metric metric = Metric.latencies().stream()
                .filter(one -> one.id().equals(matcher.group(1)))
                .findFirst()
                .orElseThrow(Goal::invalid);
        double millis = Double.parseDouble(matcher.group(2));
        if (millis == 0) {
            throw new IllegalArgumentException("no latency is below 0 ms");
        }
        return new Goal(metric, millis);
    }

    private static IllegalArgumentException invalid() {
        return new IllegalArgumentException(
                "must be mean, p50 or p99 of read, log, flush, compaction or foreground, as in read-p99<20ms");
    }

    boolean isMetBy(Outcome outcome) {
        return outcome.value(metric) < millis;
    }
}
