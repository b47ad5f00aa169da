package org.underbase.bench.prediction.tiers;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Result of the load on one cluster, predicted or measured.
 *
 * @param bytes bytes at each counter
 * @param readNanos latency of each read, in nanoseconds
 */
public record Totals(Map<Bytes, Double> bytes, List<Long> readNanos) {
    /** Copies the latencies. */
    public Totals {
        readNanos = List.copyOf(readNanos);
    }

    static Map<Bytes, Double> none() {
        Map<Bytes, Double> bytes = new EnumMap<>(Bytes.class);
        for (Bytes counter : Bytes.values()) {
            bytes.put(counter, 0.0);
        }
        return bytes;
    }
}
