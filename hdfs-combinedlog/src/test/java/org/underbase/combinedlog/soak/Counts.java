package org.underbase.combinedlog.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counters of a run. */
final class Counts {
    /** Records of logs of {@code org.underbase.combinedlog.client} that were compared. */
    static final String LOG_RECORDS = "log_records";

    static final String SYNCS = "syncs";
    static final String FILES = "files";
    static final String BYTES = "bytes";
    static final String REPLAYS = "replays";

    private final Map<String, Long> values = new LinkedHashMap<>();

    Counts() {
        for (Crash each : Crash.values()) {
            values.put(each.metric(), 0L);
        }
        for (String each : List.of(SYNCS, FILES, BYTES, LOG_RECORDS, REPLAYS)) {
            values.put(each, 0L);
        }
    }

    void add(String name, long count) {
        values.merge(name, count, Long::sum);
    }

    Map<String, String> metrics() {
        Map<String, String> metrics = new LinkedHashMap<>();
        values.forEach((name, value) -> metrics.put(name, Long.toString(value)));
        return metrics;
    }

    /** Returns what a run with these crashes must have counted and has not. */
    List<String> missing(List<Crash> crashes) {
        List<String> required =
                new ArrayList<>(crashes.stream().map(Crash::metric).distinct().toList());
        required.add(LOG_RECORDS);
        required.add(REPLAYS);
        return required.stream().filter(name -> values.get(name) == 0).toList();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
