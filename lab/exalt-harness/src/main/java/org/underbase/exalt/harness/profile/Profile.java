package org.underbase.exalt.harness.profile;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Profile of one kind of processes in a phase. Immutable.
 *
 * @param phase name of the phase
 * @param kind kind of the processes
 * @param stacks number of samples by stack: thread name and frames from the outermost to the innermost, separated by semicolons
 * @param blockedNanos time that threads waited for monitors, by class, for waits of at least a millisecond, in nanoseconds
 */
public record Profile(String phase, String kind, Map<String, Long> stacks, Map<String, Long> blockedNanos) {
    /** Sampling interval of running threads. */
    public static final int PERIOD_MILLIS = 10;

    public Profile {
        stacks = Collections.unmodifiableMap(new TreeMap<>(stacks));
        blockedNanos = Collections.unmodifiableMap(new TreeMap<>(blockedNanos));
    }

    static Profile of(String phase, String kind, Stacks stacks) {
        return new Profile(phase, kind, stacks.counts(), stacks.blockedNanos());
    }

    /**
     * Self time of a frame.
     *
     * @param frame class and method
     * @param samples number of samples in which it was the innermost frame
     */
    public record Self(String frame, long samples) {}

    /**
     * Returns the number of samples.
     *
     * @return number, at least 0
     */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns the frames with the most self time.
     *
     * @param count maximum number of frames
     * @return frames in descending order
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
     * Formats the stacks for other flame graph programs.
     *
     * @return a line per stack: frames separated by semicolons, a space, the number of samples
     */
    public String collapsed() {
        StringBuilder result = new StringBuilder();
        stacks.forEach(
                (stack, count) -> result.append(stack).append(' ').append(count).append('\n'));
        return result.toString();
    }

    /**
     * Returns a name for files.
     *
     * @return name in lower case, with hyphens
     */
    public String fileName() {
        return (phase + "-" + kind).toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
