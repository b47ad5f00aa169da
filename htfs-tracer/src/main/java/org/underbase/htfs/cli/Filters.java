package org.underbase.htfs.cli;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.OrderedReader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options that select and order events. */
final class Filters {
    private static final long NANOS = 1_000_000_000L;

    /** Order of events. */
    enum Order {
        TIME,
        FILE
    }

    @Option(
            names = "--path",
            paramLabel = "GLOB",
            converter = GlobConverter.class,
            description =
                    "Select events whose first or second path matches. * matches within a name, ** across names, ? one"
                            + " character, {a,b} either.")
    private List<Glob> globs = List.of();

    @Option(
            names = "--call",
            paramLabel = "CALL",
            split = ",",
            converter = CallConverter.class,
            description = "Select these calls, such as pread or walWrite.")
    private List<Call> calls = List.of();

    @Option(
            names = "--activity",
            paramLabel = "ACTIVITY",
            split = ",",
            description = "Select these activities: ${COMPLETION-CANDIDATES}.")
    private List<Activity> activities = List.of();

    @Option(names = "--thread", paramLabel = "TEXT", description = "Select threads whose name contains this.")
    private String thread = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Select events that start at or after this time: ISO-8601 in UTC such as 2026-01-31T12:00:00Z, or"
                            + " milliseconds since the epoch.")
    private long from = Long.MIN_VALUE;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Select events that start before this time.")
    private long to = Long.MAX_VALUE;

    @Option(names = "--errors", description = "Select calls that threw an exception.")
    private boolean errors;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this number of events.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description =
                    "time: merge all files by start. file: file by file and block by block, with less memory. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Order order = Order.TIME;

    /** Throws if the options contradict each other. */
    void check(CommandLine command) {
        if (limit < 1) {
            throw new ParameterException(command, "invalid --limit " + limit + ": must be at least 1");
        }
        if (from >= to) {
            throw new ParameterException(command, "--from must be before --to");
        }
    }

    long limit() {
        return limit;
    }

    /** Opens segments in the chosen order; the caller filters the events. */
    TraceEvents open(Configuration conf, List<TraceSlice> segments) throws IOException {
        return order == Order.FILE
                ? TraceReader.ofSlices(conf, segments)
                : OrderedReader.open(conf, segments, from, to);
    }

    /** Returns the condition of the options. */
    Predicate<TraceEvent> filter() {
        List<Predicate<TraceEvent>> all = new ArrayList<>();
        all.add(event -> event.startNanos() >= from && event.startNanos() < to);
        if (errors) {
            all.add(event -> !event.exception().isEmpty());
        }
        if (!calls.isEmpty()) {
            Set<Call> wanted = EnumSet.copyOf(calls);
            all.add(event -> wanted.contains(event.call()));
        }
        if (!activities.isEmpty()) {
            Set<Activity> wanted = EnumSet.copyOf(activities);
            all.add(event -> wanted.contains(event.activity()));
        }
        if (!thread.isEmpty()) {
            all.add(event -> event.thread().contains(thread));
        }
        if (!globs.isEmpty()) {
            all.add(event ->
                    globs.stream().anyMatch(glob -> glob.matches(event.path()) || glob.matches(event.otherPath())));
        }
        return all.stream().reduce(event -> true, Predicate::and);
    }

    /** A glob that caches its result per path. */
    static final class Glob {
        private static final int KNOWN = 100_000;

        private final PathMatcher matcher;
        private final Map<String, Boolean> known = new HashMap<>();

        Glob(String pattern) {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        }

        boolean matches(String path) {
            if (path.isEmpty()) {
                return false;
            }
            if (known.size() >= KNOWN) {
                known.clear();
            }
            return known.computeIfAbsent(path, this::match);
        }

        private boolean match(String path) {
            try {
                return matcher.matches(Path.of(path));
            } catch (InvalidPathException e) {
                // Some file systems allow names that the local one does not; no glob matches these.
                return false;
            }
        }
    }

    /** Converter of globs. */
    static final class GlobConverter implements ITypeConverter<Glob> {
        @Override
        public Glob convert(String value) {
            try {
                return new Glob(value);
            } catch (PatternSyntaxException e) {
                throw new TypeConversionException("invalid glob '" + value + "': " + e.getDescription());
            }
        }
    }

    /** Converter of calls, by label or constant. */
    static final class CallConverter implements ITypeConverter<Call> {
        @Override
        public Call convert(String value) {
            String plain = plain(value);
            return Arrays.stream(Call.values())
                    .filter(call -> plain(call.label()).equals(plain)
                            || plain(call.name()).equals(plain))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("unknown call '" + value + "': must be one of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Call.values())
                                            .map(Call::label)
                                            .toList())));
        }

        private static String plain(String name) {
            return name.replace("_", "").toLowerCase(Locale.ROOT);
        }
    }

    /** Converter of times to nanoseconds since the epoch. */
    static final class TimeConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                if (value.chars().allMatch(Character::isDigit)) {
                    return Math.multiplyExact(Long.parseLong(value), 1_000_000L);
                }
                Instant instant = Instant.parse(value);
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
            } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
                throw new TypeConversionException("invalid time '" + value
                        + "': must be like 2026-01-31T12:00:00Z, or milliseconds since the epoch");
            }
        }
    }
}
