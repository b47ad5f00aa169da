package org.underbase.localcompact.soak;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counters of a soak. Not thread-safe. */
final class SoakCounters {
    private long schedules;
    private long missed;
    private long local;
    private long kills;
    private long lost;
    private long minor;
    private long two;
    private long restarted;
    private long rows;
    private final SortedMap<String, Long> reasons = new TreeMap<>();

    /** Counts a schedule. */
    void schedule(Schedule schedule, SoakJournal.Finished finished) {
        schedules++;
        minor += schedule.minor() ? 1 : 0;
        two += schedule.concurrent().size();
        missed += finished.hit() ? 0 : 1;
        rows += finished.rows();
        kills += finished.kills();
        restarted += finished.restarted();
        lost += schedule.fault() == Fault.LOSE_DATANODE && finished.hit() ? 1 : 0;
        for (String outcome : finished.outcomes()) {
            if (outcome.equals(Outcomes.LOCAL)) {
                local++;
            } else {
                reasons.merge(outcome.toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        }
    }

    void checkedRows(long count) {
        rows += count;
    }

    long schedules() {
        return schedules;
    }

    /** Returns the metrics of the result. */
    Map<String, String> metrics() {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("schedules", Long.toString(schedules));
        metrics.put("minor", Long.toString(minor));
        metrics.put("two_at_once", Long.toString(two));
        metrics.put("local", Long.toString(local));
        long fallbacks = reasons.values().stream().mapToLong(Long::longValue).sum();
        metrics.put("fallbacks", Long.toString(fallbacks));
        reasons.forEach((reason, count) -> metrics.put("fallbacks_" + reason, Long.toString(count)));
        metrics.put("lost", Long.toString(lost));
        metrics.put("kills", Long.toString(kills));
        metrics.put("missed", Long.toString(missed));
        metrics.put("restarted", Long.toString(restarted));
        metrics.put("rows", Long.toString(rows));
        return metrics;
    }
}
