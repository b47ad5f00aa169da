package org.underbase.bench.tiers.simulated;

import java.util.Map;

/**
 * Result of a {@link Job}.
 *
 * @param operations number of timed operations
 * @param wallNanos time from the first to the last operation, in nanoseconds
 * @param cpuNanos CPU time of all calling threads, in nanoseconds
 * @param counts counters by name
 */
public record Done(long operations, long wallNanos, long cpuNanos, Map<String, Long> counts) {
    static Done empty() {
        return new Done(0, 0, 0, Map.of());
    }

    static Done counted(Map<String, Long> counts) {
        return new Done(0, 0, 0, Map.copyOf(counts));
    }

    /** Returns operations per second. */
    public double perSecond() {
        return operations * 1e9 / wallNanos;
    }

    /** Returns operations per second of CPU time of the calling threads. */
    public double perCpuSecond() {
        return operations * 1e9 / cpuNanos;
    }

    /**
     * Adds another result with the same counters.
     *
     * @param other the other result
     */
    public Done plus(Done other) {
        return new Done(operations + other.operations, wallNanos + other.wallNanos, cpuNanos + other.cpuNanos, counts);
    }

    /**
     * Returns a counter.
     *
     * @param name name of the counter
     * @return its value; 0 if it is missing
     */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }
}
