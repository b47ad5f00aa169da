package org.underbase.bench.tracer.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Events of a real trace, written as lines of text and gzipped; each run writes one file. */
public final class TextPart {
    private static final String BYTES = "the same events as gzipped text, per event";
    private static final int MAX_EVENTS = 300_000;

    private final BenchOptions options;
    private final Measurements measurements;
    private final List<TraceEvent> events = new ArrayList<>();

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param measurements receiver of the measurements
     */
    public TextPart(BenchOptions options, Measurements measurements) {
        this.options = options;
        this.measurements = measurements;
    }

    /** Adds an event of the trace; ignores events after the first 300,000. */
    public void collect(TraceEvent event) {
        if (events.size() < MAX_EVENTS) {
            events.add(event.copy());
        }
    }

    /**
     * Writes the events and measures their size.
     *
     * @throws IOException if the text cannot be written
     */
    public void run() throws IOException {
        if (events.isEmpty()) {
            throw new IOException("the trace contains no events");
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
