package org.underbase.tier.soak;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.underbase.tier.client.MonitorStatus;

/** Counters of a run. Thread-safe. */
final class Counters {
    /** Counter other than kills and moves. */
    enum Count {
        ROUNDS,
        CHANGES,
        APPENDS,
        TRUNCATES,
        RENAMES,
        DELETES,
        WRITES,
        LANDED,
        REJECTED,
        UNCERTAIN,
        REPLICAS_COMPARED,
        DISK_SCANS,
        /** Replicas that a move copied when a fault was injected. */
        COPIES_HIT,
        /** Files whose moves a quota withheld at the end of a round. */
        WITHHELD,
        /** Rounds that ended with a use of at most the quota. */
        QUOTA_KEPT,
        /** Rounds that ended with a use above the quota, for a documented reason. */
        QUOTA_EXCEEDED
    }

    private final Map<Fault, Integer> events = new EnumMap<>(Fault.class);
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    /** Moves by NameNode process. */
    private final Map<Long, Moves> moves = new HashMap<>();

    private record Moves(long done, long failed) {}

    synchronized void add(Fault fault) {
        events.merge(fault, 1, Integer::sum);
    }

    synchronized void add(Count count) {
        add(count, 1);
    }

    synchronized void add(Count count, long more) {
        counts.merge(count, more, Long::sum);
    }

    /** Records the move counts of a NameNode process, which end with the process. */
    synchronized void moves(long pid, MonitorStatus status) {
        moves.put(pid, new Moves(status.movesDone(), status.movesFailed()));
    }

    synchronized int kills() {
        return events.entrySet().stream()
                .filter(fault -> fault.getKey().kill())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of NameNode restarts and failovers. */
    synchronized int nameNodeFaults() {
        return events.getOrDefault(Fault.NAMENODE, 0) + events.getOrDefault(Fault.FAILOVER, 0);
    }

    synchronized Map<String, String> metrics() {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("kills", Integer.toString(kills()));
        metrics.put(
                "moves",
                Long.toString(moves.values().stream().mapToLong(Moves::done).sum()));
        metrics.put(
                "moves_failed",
                Long.toString(moves.values().stream().mapToLong(Moves::failed).sum()));
        for (Fault fault : Fault.values()) {
            if (fault.kill()) {
                metrics.put("killed_" + name(fault), Integer.toString(events.getOrDefault(fault, 0)));
            }
        }
        metrics.put("failovers", Integer.toString(events.getOrDefault(Fault.FAILOVER, 0)));
        for (Count count : Count.values()) {
            metrics.put(name(count), Long.toString(counts.getOrDefault(count, 0L)));
        }
        return metrics;
    }

    private static String name(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
