package org.underbase.operator.output;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converter of durations in options: {@code 500ms}, {@code 90s}, {@code 5m}, {@code 1h30m}; a bare number is seconds. The
 * maximum is 100 years, so that callers can convert them to nanoseconds.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern ANY = Pattern.compile("\\d+|(\\d+(ms|s|m|h|d))+");
    private static final Duration MAX = Duration.ofDays(36_500);

    @Override
    public Duration convert(String text) {
        if (text.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        Matcher parts = PART.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            sum = sum.plus(part(Long.parseLong(parts.group(1)), parts.group(2)));
            end = parts.end();
        }
        if (end == 0 || end != text.length()) {
            if (ANY.matcher(text).matches()) {
                throw tooLong(text);
            }
            throw new TypeConversionException("'" + text + "' is not a duration such as 90s, 5m or 1h30m");
        }
        if (sum.compareTo(MAX) > 0) {
            throw tooLong(text);
        }
        return sum;
    }

    private static TypeConversionException tooLong(String text) {
        return new TypeConversionException("'" + text + "' is too long: the maximum is " + MAX.toDays() + "d");
    }

    private static Duration part(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
