package org.underbase.operator.output;

import java.time.Duration;

/** Formats durations: {@code 12 s}, {@code 3 min 5 s}, {@code 2 h 10 min}. */
public final class DurationText {
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_HOUR = 3600;

    private DurationText() {}

    /**
     * Formats a duration, rounded down to seconds, or to minutes from an hour up.
     *
     * @param duration a duration of at least zero
     * @return the text
     */
    public static String of(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < SECONDS_PER_MINUTE) {
            return seconds + " s";
        }
        if (seconds < SECONDS_PER_HOUR) {
            return seconds / SECONDS_PER_MINUTE + " min " + seconds % SECONDS_PER_MINUTE + " s";
        }
        return seconds / SECONDS_PER_HOUR + " h " + seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE + " min";
    }
}
