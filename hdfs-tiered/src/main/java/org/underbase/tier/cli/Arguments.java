package org.underbase.tier.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Arguments that picocli does not know; what is wrong with one is wrong usage. */
final class Arguments {
    private Arguments() {}

    static Path path(CommandSpec spec, String text) {
        try {
            return new Path(text);
        } catch (IllegalArgumentException e) {
            throw usage(spec, "'" + text + "' is no path: " + e.getMessage(), e);
        }
    }

    /** As Hadoop writes durations: {@code 90s}, {@code 10m}, {@code 1h}; a bare number is seconds. */
    static Duration duration(CommandSpec spec, String option, String text) {
        long millis;
        try {
            Configuration conf = new Configuration(false);
            conf.set(option, text.strip());
            millis = conf.getTimeDuration(option, 0, TimeUnit.SECONDS, TimeUnit.MILLISECONDS);
        } catch (IllegalArgumentException e) {
            throw usage(spec, option + " is '" + text + "': it should be a duration such as 90s, 10m or 1h", e);
        }
        if (millis < 0) {
            throw usage(spec, option + " is '" + text + "': it should not be negative", null);
        }
        return Duration.ofMillis(millis);
    }

    /** Something that throws IllegalArgumentException for what the user wrote. */
    @FunctionalInterface
    interface Parsed<T> {
        T value();
    }

    static <T> T checked(CommandSpec spec, Parsed<T> parsed) {
        try {
            return parsed.value();
        } catch (IllegalArgumentException e) {
            throw usage(spec, e.getMessage(), e);
        }
    }

    private static ParameterException usage(CommandSpec spec, String message, Exception cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }
}
