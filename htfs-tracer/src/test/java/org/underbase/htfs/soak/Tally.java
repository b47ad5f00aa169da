package org.underbase.htfs.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceReader;

/** Sums of a soak and its violated guarantees. Thread-safe. */
final class Tally {
    /** Files that a process may hold open at its end: those of classes that it has loaded since, and the segment. */
    private static final int MAX_DESCRIPTORS = 16;
    /** Files beyond the limit: those that running processes have created since the last deletion, and control files. */
    private static final int EXTRA_FILES = 64;

    private final Map<Fault, Integer> processes = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> witnessed = new EnumMap<>(Fault.class);
    private final List<String> failures = new ArrayList<>();
    private int threads;
    private int maxFiles;
    private int maxDescriptors;
    private long maxHeap;
    private long events;
    private long lost;

    /** Adds the result of a process. */
    synchronized void add(Fault fault, int threadsOfProcess, Clients clients, Clients.Result result)
            throws IOException {
        threads += threadsOfProcess;
        processes.merge(fault, 1, Integer::sum);
        witnessed.merge(fault, result.effect() > 0 ? 1 : 0, Integer::sum);
        if (!result.problem().isEmpty()) {
            failures.add(result.problem());
        }
        if (result.descriptors() > MAX_DESCRIPTORS) {
            failures.add("a process with " + fault + " left " + result.descriptors() + " files open");
        }
        maxDescriptors = Math.max(maxDescriptors, result.descriptors());
        maxHeap = Math.max(maxHeap, result.heapBytes());
        int files = clients.files(fault);
        maxFiles = Math.max(maxFiles, files);
        if (files > Clients.MAX_SEGMENTS + EXTRA_FILES) {
            failures.add(files + " files in the directory of the traces with " + fault);
        }
    }

    /** Reads all traces: a process that was not killed leaves no damage on a healthy disk. */
    synchronized void read(Clients clients) throws IOException {
        for (Fault fault : Fault.values()) {
            if (clients.files(fault) == 0) {
                continue;
            }
            try (TraceReader reader = TraceReader.open(
                    new Configuration(false),
                    List.of(clients.traces(fault).toUri().toString()))) {
                while (reader.next()) {
                    events++;
                }
                ReadReport report = reader.report();
                lost += report.drops().total();
                if (fault == Fault.NONE && report.corruptRangeCount() > 0) {
                    failures.add("traces of a healthy disk are corrupt: " + report.corruptRanges());
                }
            }
        }
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    synchronized Map<String, String> metrics() {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("threads", Integer.toString(threads));
        for (Fault fault : Fault.values()) {
            String name = fault.name().toLowerCase(Locale.ROOT);
            metrics.put("processes_" + name, Integer.toString(processes.getOrDefault(fault, 0)));
            metrics.put("witnessed_" + name, Integer.toString(witnessed.getOrDefault(fault, 0)));
        }
        metrics.put("failures", Integer.toString(failures.size()));
        metrics.put("max_files", Integer.toString(maxFiles));
        metrics.put("max_descriptors", Integer.toString(maxDescriptors));
        metrics.put("max_heap_bytes", Long.toString(maxHeap));
        metrics.put("events", Long.toString(events));
        metrics.put("lost", Long.toString(lost));
        return metrics;
    }
}
