package org.underbase.exalt.harness.profile;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where processes of one kind spent their time in a phase. Immutable.
 *
 * @param phase of the run
 * @param kind of the processes
 * @param stacks how often each was seen: a thread's name, frames from the outermost to the innermost, with semicolons between
 * @param blockedNanos how long threads waited for monitors, by class, counting a millisecond and more
 */
public record Profile(String phase, String kind, Map<String, Long> stacks, Map<String, Long> blockedNanos) {
    /** How often a running thread is looked at. */
    public static final int PERIOD_MILLIS = 10;

    public Profile {
        stacks = Collections.unmodifiableMap(new TreeMap<>(stacks));
        blockedNanos = Collections.unmodifiableMap(new TreeMap<>(blockedNanos));
    }

    static Profile of(String phase, String kind, Stacks stacks) {
        return new Profile(phase, kind, stacks.counts(), stacks.blockedNanos());
    }

    /**
     * A frame's own time.
     *
     * @param frame class and method
     * @param samples in which it was the innermost
     */
    public record Self(String frame, long samples) {}

    /**
     * Samples in all.
     *
     * @return at least 0
     */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The frames that were innermost most often.
     *
     * @param count how many at most
     * @return the first is the most frequent
     */
    public List<Self> top(int count) {
        Map<String, Long> self = new HashMap<>();
        stacks.forEach((stack, samples) ->
                self.merge(stack.substring(stack.lastIndexOf(Stacks.SEPARATOR) + 1), samples, Long::sum));
        return self.entrySet().stream()
                .map(entry -> new Self(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Self::samples).reversed().thenComparing(Self::frame))
                .limit(count)
                .toList();
    }

    /**
     * The stacks as other programs that draw flame graphs read them.
     *
     * @return a line for each: frames with semicolons between, a blank, how often
     */
    public String collapsed() {
        StringBuilder result = new StringBuilder();
        stacks.forEach(
                (stack, count) -> result.append(stack).append(' ').append(count).append('\n'));
        return result.toString();
    }

    /**
     * A name for a file.
     *
     * @return lower case, with hyphens
     */
    public String fileName() {
        return (phase + "-" + kind).toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
