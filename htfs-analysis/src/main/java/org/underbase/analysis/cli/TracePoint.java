package org.underbase.analysis.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.underbase.operator.output.DurationConverter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Point in time in an option.
 *
 * @param nanos time in nanoseconds, since the epoch or since the begin of the trace
 * @param isRelative whether the time counts from the begin of the trace
 */
record TracePoint(long nanos, boolean isRelative) {
    private static final long SECOND = 1_000_000_000L;

    /** Converter of {@code 2026-01-31T12:00:00Z} and of durations from the begin of the trace. */
    static final class Converter implements ITypeConverter<TracePoint> {
        @Override
        public TracePoint convert(String text) {
            try {
                if (text.matches("\\d{4}-.*")) {
                    Instant instant = Instant.parse(text);
                    return new TracePoint(
                            Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND), instant.getNano()),
                            false);
                }
                Duration duration = new DurationConverter().convert(text);
                return new TracePoint(duration.toNanos(), true);
            } catch (DateTimeException | ArithmeticException | TypeConversionException e) {
                throw new TypeConversionException("'" + text
                        + "' is neither a time in UTC such as 2026-01-31T12:00:00Z nor a duration from the begin of the"
                        + " trace such as 90s or 1h30m");
            }
        }
    }

    /** Returns the time in nanoseconds since the epoch. */
    long at(OptionalLong begin) {
        return isRelative ? begin.orElse(0) + nanos : nanos;
    }
}
