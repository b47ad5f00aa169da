package org.underbase.analysis.figure;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.htfs.format.TraceWriter;

/**
 * Quantities that a trace lacks because {@code trace import} wrote a part of it. A number that needs such a quantity is not
 * available: zero or a sum over the other parts would be wrong.
 */
public final class Missing {
    /** No quantity is missing. */
    public static final Missing NONE = new Missing(new TreeMap<>());

    private static final Map<String, Set<Quantity>> BY_FORMAT = Map.of(
            "audit",
            EnumSet.of(
                    Quantity.BYTES,
                    Quantity.HDFS_BYTES,
                    Quantity.REPLICA_BYTES,
                    Quantity.ACTIVITIES,
                    Quantity.THREADS,
                    Quantity.SIZES,
                    Quantity.STREAMS,
                    Quantity.LATENCIES,
                    Quantity.FAILURES),
            "clienttrace",
            EnumSet.complementOf(EnumSet.of(Quantity.BYTES, Quantity.REPLICA_BYTES)),
            "htfs",
            EnumSet.of(Quantity.THREADS, Quantity.LATENCIES, Quantity.FAILURES),
            "msr",
            EnumSet.of(
                    Quantity.REPLICA_BYTES,
                    Quantity.ACTIVITIES,
                    Quantity.THREADS,
                    Quantity.SIZES,
                    Quantity.NAMESPACE,
                    Quantity.METADATA,
                    Quantity.FAILURES),
            "cachebench",
            EnumSet.of(
                    Quantity.REPLICA_BYTES,
                    Quantity.ACTIVITIES,
                    Quantity.THREADS,
                    Quantity.SIZES,
                    Quantity.NAMESPACE,
                    Quantity.METADATA,
                    Quantity.FAILURES,
                    Quantity.LATENCIES));

    private final SortedMap<String, Set<Quantity>> formats;

    private Missing(SortedMap<String, Set<Quantity>> formats) {
        this.formats = formats;
    }

    /**
     * Returns what a trace lacks whose processes have these labels. An unsupported format lacks everything.
     *
     * @param image whether an fsimage gives the sizes of the files that an audit log names
     */
    public static Missing of(Collection<String> labels, boolean image) {
        SortedMap<String, Set<Quantity>> formats = new TreeMap<>();
        for (String label : labels) {
            if (label.startsWith(TraceWriter.IMPORTED)) {
                String format = label.substring(TraceWriter.IMPORTED.length());
                Set<Quantity> lacking = EnumSet.copyOf(BY_FORMAT.getOrDefault(format, EnumSet.allOf(Quantity.class)));
                if (image && format.equals("audit")) {
                    lacking.remove(Quantity.SIZES);
                }
                formats.put(format, lacking);
            }
        }
        return formats.isEmpty() ? NONE : new Missing(formats);
    }

    /** Returns the formats from which parts of the trace are imported, sorted. */
    public Set<String> formats() {
        return formats.keySet();
    }

    /** Returns the reason why a number that needs some quantities is not available; empty if it is available. */
    public Optional<String> reason(Set<Quantity> needed) {
        for (Map.Entry<String, Set<Quantity>> format : formats.entrySet()) {
            // In the order of their declaration, so that the same trace has the same reasons.
            for (Quantity quantity : format.getValue()) {
                if (needed.contains(quantity)) {
                    return Optional.of("the source of a trace imported from " + format.getKey() + " lacks "
                            + quantity.description());
                }
            }
        }
        return Optional.empty();
    }
}
