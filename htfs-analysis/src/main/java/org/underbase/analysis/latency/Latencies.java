package org.underbase.analysis.latency;

import java.util.List;
import org.underbase.htfs.format.Call;

/**
 * How long calls took.
 *
 * @param byCall one entry for each call that occurred, in the order of the enum
 */
public record Latencies(List<OfCall> byCall) {
    public Latencies {
        byCall = List.copyOf(byCall);
    }

    /**
     * Nanoseconds, to three significant digits; failed calls included.
     *
     * @param count how many calls
     * @param failed how many of them threw
     */
    public record OfCall(Call call, long count, long failed, long p50, long p90, long p99, long max) {}
}
