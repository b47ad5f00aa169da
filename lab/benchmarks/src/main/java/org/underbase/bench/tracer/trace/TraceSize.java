package org.underbase.bench.tracer.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;

/**
 * Size of a trace.
 *
 * @param events number of events
 * @param dropped number of dropped events
 * @param bytes size of the segment files, in bytes
 */
public record TraceSize(long events, long dropped, long bytes) {
    /**
     * Reads a complete trace.
     *
     * @param directory directory of the trace
     * @param each receiver of every event; the event is a cursor that the next one overwrites
     * @throws IOException if the trace cannot be read or is corrupt
     */
    public static TraceSize of(Path directory, Consumer<TraceEvent> each) throws IOException {
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(directory.toUri().toString()))) {
            while (reader.next()) {
                each.accept(reader.event());
            }
            if (reader.report().corruptRangeCount() > 0) {
                throw new IOException(
                        "the benchmark's trace is corrupt: " + reader.report().corruptRanges());
            }
            return new TraceSize(
                    reader.report().events(), reader.report().drops().total(), bytes(directory));
        }
    }

    /**
     * Reads a complete trace.
     *
     * @param directory directory of the trace
     * @throws IOException if the trace cannot be read or is corrupt
     */
    public static TraceSize of(Path directory) throws IOException {
        return of(directory, event -> {});
    }

    /** Returns the mean size of an event on disk, in bytes. */
    public double bytesPerEvent() {
        return (double) bytes / events;
    }

    /** Returns the dropped events as a percentage of all events. */
    public double droppedPercent() {
        return 100.0 * dropped / (events + dropped);
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            long sum = 0;
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(TraceFiles.SUFFIX))::iterator) {
                sum += Files.size(file);
            }
            return sum;
        }
    }
}
