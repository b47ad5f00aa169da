package org.underbase.htfs.imports;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times at the start of log lines, as log4j's ISO8601 prints them: {@code 2026-01-31 12:00:00,123}. */
final class LogTime {
    private static final Pattern TIME =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)[ T](\\d\\d):(\\d\\d):(\\d\\d)[,.](\\d{3})\\b");

    private final ZoneId zone;
    private String lastMinute = "";
    private long lastMinuteSeconds;

    /** @param zone time zone of the log */
    LogTime(ZoneId zone) {
        this.zone = zone;
    }

    /** Returns the time of a line, in nanoseconds since the epoch. */
    long of(String line) throws BadLineException {
        Matcher time = TIME.matcher(line);
        if (!time.lookingAt()) {
            throw new BadLineException("the line does not begin with a time such as 2026-01-31 12:00:00,123");
        }
        // Consecutive lines have the same minute: convert it once.
        String minute = line.substring(0, time.end(5));
        if (!minute.equals(lastMinute)) {
            try {
                lastMinuteSeconds = LocalDateTime.of(
                                number(time, 1), number(time, 2), number(time, 3), number(time, 4), number(time, 5))
                        .atZone(zone)
                        .toEpochSecond();
            } catch (DateTimeException e) {
                throw new BadLineException("invalid time " + time.group() + ": " + e.getMessage());
            }
            lastMinute = minute;
        }
        int second = number(time, 6);
        if (second > 59) {
            throw new BadLineException("invalid time " + time.group() + ": the second must be 0 to 59");
        }
        return (lastMinuteSeconds + second) * 1_000_000_000L + number(time, 7) * 1_000_000L;
    }

    private static int number(Matcher time, int group) {
        return Integer.parseInt(time.group(group));
    }
}
