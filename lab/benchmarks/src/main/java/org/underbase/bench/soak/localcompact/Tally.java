package org.underbase.bench.soak.localcompact;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was done. Not thread-safe. */
final class Tally {
    private long schedules;
    private long missed;
    private long local;
    private long kills;
    private long minor;
    private long two;
    private long restarted;
    private long rows;
    private final SortedMap<String, Long> reasons = new TreeMap<>();

    /** One schedule more; {@code hit} tells whether its fault came to pass. */
    void schedule(Schedule schedule, boolean hit, List<String> outcomes, long checked) {
        schedules++;
        minor += schedule.minor() ? 1 : 0;
        two += schedule.also().isPresent() ? 1 : 0;
        missed += hit ? 0 : 1;
        rows += checked;
        for (String outcome : outcomes) {
            if (outcome.equals(Outcomes.LOCAL)) {
                local++;
            } else {
                reasons.merge(outcome.toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        }
    }

    void checked(long more) {
        rows += more;
    }

    void kill() {
        kills++;
    }

    /** More daemons that had ended by themselves, and were started again. */
    void restarted(long more) {
        restarted += more;
    }

    long schedules() {
        return schedules;
    }

    long kills() {
        return kills;
    }

    /** For the last line. */
    Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("schedules", Long.toString(schedules));
        figures.put("minor", Long.toString(minor));
        figures.put("two_at_once", Long.toString(two));
        figures.put("local", Long.toString(local));
        long fallbacks = reasons.values().stream().mapToLong(Long::longValue).sum();
        figures.put("fallbacks", Long.toString(fallbacks));
        reasons.forEach((reason, count) -> figures.put("fallbacks_" + reason, Long.toString(count)));
        figures.put("kills", Long.toString(kills));
        figures.put("missed", Long.toString(missed));
        figures.put("restarted", Long.toString(restarted));
        figures.put("rows", Long.toString(rows));
        return figures;
    }
}
