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

/** Which events to show, and in which order. */
final class Filters {
    private static final long NANOS = 1_000_000_000L;

    /** How events are ordered. */
    enum Order {
        TIME,
        FILE
    }

    @Option(
            names = "--path",
            paramLabel = "GLOB",
            converter = GlobConverter.class,
            description =
                    "Only events on matching paths (the first or the second of a call). * matches within a name, **"
                            + " across names, ? one character, {a,b} either.")
    private List<Glob> globs = List.of();

    @Option(
            names = "--call",
            paramLabel = "CALL",
            split = ",",
            converter = CallConverter.class,
            description = "Only these calls, such as pread or walWrite.")
    private List<Call> calls = List.of();

    @Option(
            names = "--activity",
            paramLabel = "ACTIVITY",
            split = ",",
            description = "Only these activities: ${COMPLETION-CANDIDATES}.")
    private List<Activity> activities = List.of();

    @Option(names = "--thread", paramLabel = "TEXT", description = "Only events of threads whose name contains this.")
    private String thread = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Only events that start at this time or later: ISO-8601 in UTC such as 2026-01-31T12:00:00Z, or"
                            + " milliseconds since the epoch.")
    private Long from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Only events that start before this time.")
    private Long to;

    @Option(names = "--errors", description = "Only calls that threw an exception.")
    private boolean errors;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many events.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description =
                    "time: all files together by start. file: one file after the other, block by block, which needs"
                            + " less memory. Default: ${DEFAULT-VALUE}.")
    private Order order = Order.TIME;

    /** Throws when the options do not go together. */
    void check(CommandLine verb) {
        if (limit < 1) {
            throw new ParameterException(verb, "--limit must be at least 1, not " + limit);
        }
        if (from != null && to != null && from >= to) {
            throw new ParameterException(verb, "--from must be before --to");
        }
    }

    long limit() {
        return limit;
    }

    /** The events of these segments in the chosen order; still to be filtered. */
    TraceEvents open(Configuration conf, List<TraceSlice> segments) throws IOException {
        return order == Order.FILE
                ? TraceReader.ofSlices(conf, segments)
                : OrderedReader.open(
                        conf, segments, from == null ? Long.MIN_VALUE : from, to == null ? Long.MAX_VALUE : to);
    }

    /** Whether an event is to be shown. */
    Predicate<TraceEvent> filter() {
        List<Predicate<TraceEvent>> all = new ArrayList<>();
        if (from != null) {
            all.add(event -> event.startNanos() >= from);
        }
        if (to != null) {
            all.add(event -> event.startNanos() < to);
        }
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

    /** A glob over paths that looks at each path once. */
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
            return known.computeIfAbsent(path, this::look);
        }

        private boolean look(String path) {
            try {
                return matcher.matches(Path.of(path));
            } catch (InvalidPathException e) {
                // Some file systems allow names that the local one does not; no glob can mean those.
                return false;
            }
        }
    }

    /** Reads a glob. */
    static final class GlobConverter implements ITypeConverter<Glob> {
        @Override
        public Glob convert(String value) {
            try {
                return new Glob(value);
            } catch (PatternSyntaxException e) {
                throw new TypeConversionException("no glob: " + value + ": " + e.getDescription());
            }
        }
    }

    /** Reads a call by its label or the name of its constant. */
    static final class CallConverter implements ITypeConverter<Call> {
        @Override
        public Call convert(String value) {
            String plain = plain(value);
            return Arrays.stream(Call.values())
                    .filter(call -> plain(call.label()).equals(plain)
                            || plain(call.name()).equals(plain))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("there is no call " + value + "; calls are "
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

    /** Reads a time as nanoseconds since the epoch. */
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
                throw new TypeConversionException(
                        "no time: " + value + "; write 2026-01-31T12:00:00Z or milliseconds since the epoch");
            }
        }
    }
}
