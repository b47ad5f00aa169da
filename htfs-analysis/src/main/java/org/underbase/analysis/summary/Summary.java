package org.underbase.analysis.summary;

import java.util.List;
import org.underbase.analysis.operator.ProcessKey;

/**
 * What a trace holds.
 *
 * @param events how many
 * @param firstNanos when the first call began, epoch nanoseconds; 0 without events
 * @param lastNanos when the last call returned, epoch nanoseconds; 0 without events
 * @param read bytes
 * @param written bytes
 * @param processes in the order of host and process
 * @param failures in the order of call and exception
 */
public record Summary(
        long events,
        long firstNanos,
        long lastNanos,
        long read,
        long written,
        List<OfProcess> processes,
        List<Failures> failures) {
    public Summary {
        processes = List.copyOf(processes);
        failures = List.copyOf(failures);
    }

    /** The events of one process; times as in the whole. */
    public record OfProcess(ProcessKey process, long events, long firstNanos, long lastNanos) {}

    /** How many calls failed in this way. */
    public record Failures(Failure failure, long count) {}

    public long spanNanos() {
        return lastNanos - firstNanos;
    }

    /** The hosts of the processes, in order, each once. */
    public List<String> hosts() {
        return processes.stream().map(of -> of.process().host()).distinct().toList();
    }
}
