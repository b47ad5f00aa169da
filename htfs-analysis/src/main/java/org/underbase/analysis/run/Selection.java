package org.underbase.analysis.run;

import java.util.Optional;
import java.util.function.Predicate;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.TraceEvent;

/**
 * The events of a trace that an analysis reads: it has the result of a trace that contains only these. Immutable and
 * thread-safe.
 *
 * @param fromNanos first start, in nanoseconds since the epoch
 * @param toNanos end of the starts, exclusive
 * @param table the table whose paths count, as {@code NAMESPACE:TABLE} or {@code TABLE}; empty for all paths
 */
public record Selection(long fromNanos, long toNanos, Optional<String> table) implements Predicate<TraceEvent> {
    /** All events. */
    public static final Selection ALL = new Selection(Long.MIN_VALUE, Long.MAX_VALUE, Optional.empty());

    public Selection {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("an empty time: " + fromNanos + " to " + toNanos);
        }
    }

    /** Whether all events are selected. */
    public boolean isAll() {
        return equals(ALL);
    }

    /** Whether a block may contain events that are selected. */
    public boolean mayContain(BlockHeader block) {
        return block.end() || (block.lastStart() >= fromNanos && block.firstStart() < toNanos);
    }

    @Override
    public boolean test(TraceEvent event) {
        long start = event.startNanos();
        return start >= fromNanos
                && start < toNanos
                && (table.isEmpty() || isOfTable(event.path()) || isOfTable(event.otherPath()));
    }

    /** Whether a path is that of the table, or below it, in HBase's layout of directories. */
    private boolean isOfTable(String path) {
        String name = directory();
        for (int at = path.indexOf(name); at >= 0; at = path.indexOf(name, at + 1)) {
            int end = at + name.length();
            if (end == path.length() || path.charAt(end) == '/') {
                return true;
            }
        }
        return false;
    }

    private String directory() {
        String name = table.orElseThrow();
        return "/data/" + (name.contains(":") ? name.replace(':', '/') : "default/" + name);
    }
}
