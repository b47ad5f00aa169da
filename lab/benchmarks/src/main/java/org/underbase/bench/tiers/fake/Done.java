package org.underbase.bench.tiers.fake;

import java.util.Map;

/**
 * What came of a {@link Job}.
 *
 * @param operations that were timed
 * @param wallNanos from the first to the last
 * @param cpuNanos of the threads that called, together
 * @param counts what was counted, by name
 */
public record Done(long operations, long wallNanos, long cpuNanos, Map<String, Long> counts) {
    static Done nothing() {
        return new Done(0, 0, 0, Map.of());
    }

    static Done counted(Map<String, Long> counts) {
        return new Done(0, 0, 0, Map.copyOf(counts));
    }

    /** Operations a second. */
    public double perSecond() {
        return operations * 1e9 / wallNanos;
    }

    /** Operations a second of CPU time of the calling threads. */
    public double perCpuSecond() {
        return operations * 1e9 / cpuNanos;
    }

    /** Both together, as one. */
    public Done plus(Done other) {
        return new Done(operations + other.operations, wallNanos + other.wallNanos, cpuNanos + other.cpuNanos, counts);
    }

    /** A count, 0 when nothing of the name was counted. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }
}
