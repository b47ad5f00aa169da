package org.underbase.bench.soak.tiers;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.underbase.tier.client.MonitorStatus;

/** What was done. Thread-safe. */
final class Tally {
    /** What is counted beside kills and moves. */
    enum Count {
        ROUNDS,
        CHANGES,
        APPENDS,
        TRUNCATES,
        RENAMES,
        DELETES,
        REFUSED,
        UNCERTAIN,
        REPLICAS_COMPARED,
        LOOKS_AT_DISKS
    }

    private final Map<Event, Integer> events = new EnumMap<>(Event.class);
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    /** By NameNode process. */
    private final Map<Long, Moves> moves = new HashMap<>();

    private record Moves(long done, long failed) {}

    synchronized void add(Event event) {
        events.merge(event, 1, Integer::sum);
    }

    synchronized void add(Count count) {
        add(count, 1);
    }

    synchronized void add(Count count, long more) {
        counts.merge(count, more, Long::sum);
    }

    /** What a NameNode says of itself, which it forgets with its process. */
    synchronized void moves(long pid, MonitorStatus status) {
        moves.put(pid, new Moves(status.movesDone(), status.movesFailed()));
    }

    synchronized int kills() {
        return events.entrySet().stream()
                .filter(event -> event.getKey().kill())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    synchronized Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("kills", Integer.toString(kills()));
        figures.put(
                "moves",
                Long.toString(moves.values().stream().mapToLong(Moves::done).sum()));
        figures.put(
                "moves_failed",
                Long.toString(moves.values().stream().mapToLong(Moves::failed).sum()));
        for (Event event : Event.values()) {
            if (event.kill()) {
                figures.put("killed_" + name(event), Integer.toString(events.getOrDefault(event, 0)));
            }
        }
        figures.put("failovers", Integer.toString(events.getOrDefault(Event.FAILOVER, 0)));
        for (Count count : Count.values()) {
            figures.put(name(count), Long.toString(counts.getOrDefault(count, 0L)));
        }
        return figures;
    }

    private static String name(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
