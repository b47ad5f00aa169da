package org.underbase.bench.tracer.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** The events of a real trace, written once more as lines of text and gzipped: a file for each run. */
public final class TextPart {
    private static final String BYTES = "the same events as gzipped text, per event";
    private static final int MOST_EVENTS = 300_000;

    private final BenchOptions options;
    private final Measurements measurements;
    private final List<TraceEvent> events = new ArrayList<>();

    /** {@code measurements} takes what is measured. */
    public TextPart(BenchOptions options, Measurements measurements) {
        this.options = options;
        this.measurements = measurements;
    }

    /** Takes one event of the trace; beyond 300,000 they are left out. */
    public void collect(TraceEvent event) {
        if (events.size() < MOST_EVENTS) {
            events.add(event.copy());
        }
    }

    /**
     * Writes and measures.
     *
     * @throws IOException when the text cannot be written
     */
    public void run() throws IOException {
        if (events.isEmpty()) {
            throw new IOException("the trace holds no event");
        }
        Path file = options.workDirectory().resolve("trace.log");
        for (int run = 0; run < options.runs(); run++) {
            try (TextTrace text = new TextTrace(file)) {
                long start = System.nanoTime();
                for (TraceEvent event : events) {
                    text.event(event, events.get(0).startNanos());
                }
                long nanos = System.nanoTime() - start;
                measurements.measured(
                        "the same events as text, written from memory", "ns", (double) nanos / events.size());
            }
            measurements.measured("the same events as text, per event", "B", (double) Files.size(file) / events.size());
            measurements.measured(BYTES, "B", (double) TextTrace.gzippedBytes(file) / events.size());
            Files.delete(file);
        }
        measurements.quote("text_gz_bytes_per_event", BYTES);
    }
}
